import { type Fact, readableFact } from './fact-text.ts'

type Props<Name extends string> = {
  labels: Record<Name, string>
  values: Partial<Record<NoInfer<Name>, Fact>>
}

/** Facts to read and copy; a missing one is '-'. */
export function FactList<Name extends string>({ labels, values }: Props<Name>) {
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {(Object.keys(labels) as Name[]).map((name) => (
        <div key={name} className="min-w-0">
          <dt className="text-ink-soft text-sm">{labels[name]}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere">{readableFact(name, values[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
