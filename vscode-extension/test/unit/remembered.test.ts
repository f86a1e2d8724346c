import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { protectRequest } from '../../src/outbound.js';
import { EMAIL, guard, request, ROOT, turn } from './conversation.js';

describe('what was read once', () => {
  it('is not read again', () => {
    const fake = guard();
    const history = [turn('user', `a ${EMAIL}`), turn('assistant', 'b')];
    const first = protectRequest(fake, request(...history), { images: false });
    const before = fake.seen.length;
    const second = protectRequest(fake, request(...history, turn('user', 'c')), { images: false });
    assert.deepEqual(fake.seen.slice(before), ['c']);
    assert.deepEqual(second.request.turns.slice(0, 2), first.request.turns);
    assert.deepEqual([second.replaced, [...second.standIns.keys()]], [1, ['[EMAIL_1]']]);
  });

  it('is read again when something new was learned', () => {
    const fake = guard();
    protectRequest(fake, request(turn('user', 'a')), { images: false });
    const before = fake.seen.length;
    protectRequest(fake, request(turn('user', 'a'), turn('user', `b ${ROOT}`)), { images: false });
    assert.deepEqual(fake.seen.slice(before), [`b ${ROOT}`, 'a']);
  });
});
