import type { AllAnswers } from '#features/tickets/kept-answers.contract.ts'
import { countedText, KEPT_ANSWERS, keptAnswersText } from '#features/tickets/web/kept-answers.ts'
import { Card } from '#shared/ui/card.tsx'
import { Link } from '#shared/ui/link.tsx'
import { useMinute } from '#shared/web/minute.ts'

/** Whether customers got their first answers within the time that they were told. */
export const KeptAnswersCard = ({ answers }: { answers: AllAnswers }) => (
  <Card title={KEPT_ANSWERS}>
    <p className="tabular-nums">{keptAnswersText(answers)}</p>
    <p className="mt-1 text-ink-soft text-sm">
      Första svaret till kunden, mot tiden som kunden fick veta. Mediantiden är räknad i öppettiderna.
    </p>
    {answers.countedAt && <Counted at={answers.countedAt} />}
    <p className="mt-2">
      <Link to="/backoffice/tickets?sort=due&direction=asc">Det som ska besvaras</Link>
    </p>
  </Card>
)

/** A job counts every few minutes, while a customer's page counts at once: the two may differ for a while. */
const Counted = ({ at }: { at: string }) => (
  <p className="mt-1 text-ink-soft text-sm tabular-nums">{countedText(at, useMinute())}</p>
)
