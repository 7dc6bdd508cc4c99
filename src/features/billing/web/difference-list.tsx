import type { Difference } from '../difference.contract.ts'
import { differenceTexts } from '../difference.rules.ts'

/** What a check found different, line by line. */
export function DifferenceList({ difference }: { difference: Difference }) {
  return (
    <ul aria-label="Det som skiljer" className="grid gap-1 rounded-md border border-line bg-surface p-3 tabular-nums">
      {differenceTexts(difference).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
