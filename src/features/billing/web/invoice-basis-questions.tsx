import type { ReactNode } from 'react'
import { formatDateTime } from '#shared/ui/format.ts'
import type { InvoiceBasisQuestion } from '../invoice-basis-content.contract.ts'

type Props = {
  questions: readonly InvoiceBasisQuestion[]
  /** Rendered beside a question without an answer. */
  unanswered: (question: InvoiceBasisQuestion) => ReactNode
}

/** The customer's questions about rows, with their answers. */
export function Questions({ questions, unanswered }: Props) {
  return (
    <section aria-labelledby="fragor" className="grid grid-cols-1 gap-3">
      <h2 id="fragor" className="font-semibold text-md">
        Frågor om rader
      </h2>
      <ul className="grid gap-3">
        {questions.map((question) => (
          <li key={question.position} className="rounded-md border border-line bg-surface p-4">
            <p className="text-ink-soft text-sm">
              Post {question.position} · {question.askedName}, {formatDateTime(question.askedAt)}
            </p>
            <p className="whitespace-pre-line">{question.question}</p>
            {question.answer === null ? (
              <div className="mt-2">{unanswered(question)}</div>
            ) : (
              <p className="mt-2 whitespace-pre-line border-line border-l-2 pl-3">
                <span className="text-ink-soft">Svar: </span>
                {question.answer}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
