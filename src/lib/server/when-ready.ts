/** A value, or a promise of it while there is something to wait for. */
export type Awaitable<T> = T | Promise<T>

/**
 * The result of `next`, called at once with a value that is there: a handler that has nothing to wait for answers in the turn
 * of its request (decision 079).
 */
export const whenReady = <T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> =>
  value instanceof Promise ? value.then(next) : next(value)
