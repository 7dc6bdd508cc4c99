import { useEffect, useEffectEvent, useState } from 'react'

const PAUSE_MS = 250

/** What is being typed, told to `settle` after a pause; follows `settled` when that changes by itself (back, a link). */
export function useTypedText(settled: string, settle: (text: string) => void) {
  const [text, setText] = useState(settled)
  const [sent, setSent] = useState(settled)
  const [seen, setSeen] = useState(settled)
  if (settled !== seen) {
    setSeen(settled)
    if (settled !== sent) {
      setSent(settled)
      setText(settled)
    }
  }
  const send = useEffectEvent(() => {
    setSent(text)
    settle(text)
  })
  useEffect(() => {
    if (text === sent) return
    const timer = setTimeout(send, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, sent])
  return [text, setText] as const
}
