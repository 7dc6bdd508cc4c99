import type { KeptAnswers } from '#features/tickets/kept-answers.contract.ts'
import { KEPT_ANSWERS, keptAnswersText } from '#features/tickets/web/kept-answers.ts'
import { Card } from '#shared/ui/card.tsx'
import { Link } from '#shared/ui/link.tsx'

/** Whether customers got their first answers within the time that they were told. */
export const KeptAnswersCard = ({ answers }: { answers: KeptAnswers }) => (
  <Card title={KEPT_ANSWERS}>
    <p className="tabular-nums">{keptAnswersText(answers)}</p>
    <p className="mt-1 text-ink-soft text-sm">
      Första svaret till kunden, mot tiden som kunden fick veta. Mediantiden är räknad i öppettiderna.
    </p>
    <p className="mt-2">
      <Link to="/backoffice/tickets?sort=due&direction=asc">Det som ska besvaras</Link>
    </p>
  </Card>
)
