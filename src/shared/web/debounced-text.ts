import { useEffect, useEffectEvent, useState } from 'react'

/** Shorter than the pause between two keys, so that a search is a request a key: the rows should follow the last one. */
const SEARCH_DEBOUNCE_MS = 70

/**
 * The text of an input whose `onChange` is debounced. Follows `value` when that changes otherwise (the back button, a
 * link).
 */
export function useDebouncedText(value: string, onChange: (text: string) => void) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }
  const send = useEffectEvent(() => {
    setSent(text)
    onChange(text)
  })
  useEffect(() => {
    if (text === sent) return
    const timer = setTimeout(send, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, sent])
  return [text, setText] as const
}
