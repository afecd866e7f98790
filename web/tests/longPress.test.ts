import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LongPress } from "../src/parts/longPress.ts";

const finger = (timeStamp: number) => ({ pointerType: "touch", timeStamp }) as PointerEvent;
const press = new LongPress();
const ask = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockClear();
  press.press(finger(1000), ask);
});
afterEach(() => vi.useRealTimers());

test("a finger that rests asks", () => {
  vi.advanceTimersByTime(500);
  press.release(finger(1500));
  expect(ask).toHaveBeenCalledOnce();
  expect(press.asked).toBe(true);
});

test("a tap does not ask", () => {
  press.release(finger(1050));
  vi.advanceTimersByTime(500);
  expect(ask).not.toHaveBeenCalled();
  expect(press.asked).toBe(false);
});

test("a tap of which a busy device learns late is no question", () => {
  vi.advanceTimersByTime(500);
  press.release(finger(1050));
  expect(press.asked).toBe(false);
});
