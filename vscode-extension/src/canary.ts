// "Check Protection": invented private values go through a route as a conversation would, and what left is compared
// with them.

import type { Guard } from './guard.js';
import { protectRequest } from './outbound.js';
import type { ModelRequest, Upstream } from './turns.js';

export interface CanaryResult {
  /** What left for the model. */
  readonly sent: string;
  /** What the model says it was sent. */
  readonly answer: string;
  /** None of the invented values was in what left, nor in the answer. */
  readonly isProtected: boolean;
  /** The model repeated the stand-ins, so they truly arrived. */
  readonly isProven: boolean;
}

export interface Canary {
  readonly text: string;
  readonly values: readonly string[];
}

/** New values every time: nothing about them can be known from before. */
export function newCanary(folder: string | undefined, random: () => string): Canary {
  const mail = `canary.${random()}@slotguard-check.internal`;
  const token = random() + random() + random() + random() + random();
  const path = `${folder ?? `/home/canary${random()}/project`}/notes.txt`;
  const values = [mail, token, ...(folder === undefined ? [path.slice(0, -10)] : [folder])];
  return { text: `Contact: ${mail}\nAPI_TOKEN=${token}\nFile: ${path}`, values };
}

const TASK = 'This is a test of a privacy filter. Repeat the following three lines exactly, and write nothing else:\n\n';

export async function sendCanary(guard: Guard, upstream: Upstream, canary: Canary, signal: AbortSignal): Promise<CanaryResult> {
  const turns: ModelRequest['turns'] = [{ role: 'user', parts: [{ type: 'text', text: TASK + canary.text }] }];
  const { request, standIns } = protectRequest(guard, { turns, tools: [], toolRequired: false, options: {} }, { images: false });
  const sent = request.turns.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))).join('\n');
  if (leaks(canary, sent)) {
    return { sent: '', answer: '', isProtected: false, isProven: false };
  }
  let answer = '';
  for await (const event of upstream.stream(request, signal)) {
    answer += event.type === 'text' ? event.text : '';
  }
  const isProven = standIns.size > 0 && [...standIns.keys()].every((standIn) => answer.includes(standIn));
  return { sent: sent.slice(TASK.length), answer, isProtected: !leaks(canary, answer), isProven };
}

function leaks({ values }: Canary, text: string): boolean {
  return values.some((value) => text.includes(value));
}
