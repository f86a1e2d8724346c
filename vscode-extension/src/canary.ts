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
  const request = { turns, tools: [], toolRequired: false, options: {} };
  const { body, standIns } = protectRequest(guard, upstream, request, { images: false });
  if (leaks(canary, body)) {
    return { sent: '', answer: '', isProtected: false, isProven: false };
  }
  let answer = '';
  for await (const event of upstream.stream(body, signal)) {
    answer += event.type === 'text' ? event.text : '';
  }
  const isProven = standIns.size > 0 && [...standIns.keys()].every((standIn) => answer.includes(standIn));
  return { sent: taskIn(JSON.parse(body)).slice(TASK.length), answer, isProtected: !leaks(canary, answer), isProven };
}

/** The task, wherever the format puts it. */
function taskIn(value: unknown): string {
  if (typeof value === 'string') {
    return value.startsWith(TASK) ? value : '';
  }
  const below: readonly unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return below.map(taskIn).join('');
}

function leaks({ values }: Canary, text: string): boolean {
  return values.some((value) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)));
}
