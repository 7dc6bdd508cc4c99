/** Wakes readers at most this often; changes written meanwhile are read together. */
const WAKE_EVERY_MS = 20

/**
 * Makes every process read the outboxes now instead of at its next poll (docs/decisions/100). Called after each commit that
 * may have written to one. The notification is a transaction of its own, so that no other commit waits for it, and it is not
 * written to disk; a lost one costs a reader a second.
 */
export function openWakeUp(notify: () => Promise<unknown>): { wake: () => void; stop: () => void } {
  let isWaiting = false
  let isDue = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const send = () => {
    isWaiting = true
    isDue = false
    const next = () => {
      if (isStopped) return
      timer = setTimeout(() => {
        isWaiting = false
        if (isDue) send()
      }, WAKE_EVERY_MS)
    }
    notify().then(next, next)
  }
  return {
    wake: () => {
      if (isWaiting) isDue = true
      else send()
    },
    stop: () => {
      isStopped = true
      isWaiting = true
      clearTimeout(timer)
    },
  }
}

/** The channel on which readers of an outbox are woken; without a payload. */
export const OUTBOX = 'outbox'
/** A notification that is not written to disk before it is sent. */
export const notifying = (channel: string, payload: string) => ({
  name: 'notify',
  text: `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`,
  values: [channel, payload],
})
