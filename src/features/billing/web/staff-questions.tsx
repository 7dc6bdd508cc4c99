import { useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import type { InvoiceBasis } from '../invoice-bases.contract.ts'
import { INVOICE_BASIS_QUESTION_MAX } from '../invoice-basis-input.contract.ts'
import { useAnswerQuestion } from './invoice-bases.api.ts'
import { Questions } from './invoice-basis-questions.tsx'
import { reasonKey, recoverablePosition } from './invoice-basis-recovery.ts'

const ReasonDialog = lazyPart(() => import('./reason.dialog.tsx').then((m) => m.ReasonDialog))

/** The customer's questions, for staff to answer. */
export function StaffQuestions({ basis: { id, questions } }: { basis: InvoiceBasis }) {
  const recoveryKey = reasonKey(id, 'answer')
  const [answering, setAnswering] = useState(() => recoverablePosition(recoveryKey))
  const answer = useAnswerQuestion()
  return (
    <>
      <Questions
        questions={questions}
        unanswered={({ position }) => (
          <Button onPress={() => setAnswering(position)} accessibleName={`Svara om post ${position}`}>
            Svara
          </Button>
        )}
      />
      {answering !== undefined && (
        <ReasonDialog
          recoveryKey={recoveryKey}
          position={answering}
          title={`Svara om post ${answering}`}
          label="Svar till kunden"
          hint="Behöver raden ändras: ändra den och gör ett nytt underlag. Frågan och svaret följer med."
          submit="Skicka svar"
          done="Svaret är skickat"
          maxLength={INVOICE_BASIS_QUESTION_MAX}
          onSubmit={(text) => answer.mutateAsync({ id, position: answering, answer: text })}
          onClose={() => setAnswering(undefined)}
        />
      )}
    </>
  )
}
