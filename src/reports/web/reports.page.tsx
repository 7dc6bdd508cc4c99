import { useSearchParams } from 'react-router'
import { Page } from '#lib/ui/page.tsx'
import { rowIdOf } from '#lib/web/url.ts'
import { EarlierReports } from './earlier-reports.tsx'
import { OpenReport } from './open-report.tsx'
import { ReportForm } from './report-form.tsx'

/** The id of the open report is in the URL, for reload, links and the back button. */
export function ReportsPage() {
  const [params, setParams] = useSearchParams()
  const id = rowIdOf(params.get('report') ?? '')
  return (
    <Page title="Månadsrapport" lead="Sammanställ tid, exportera den och markera den som rapporterad">
      <div className="grid grid-cols-1 gap-5">
        <ReportForm isNext={!id} onGenerated={(report) => setParams({ report }, { preventScrollReset: true })} />
        {id && <OpenReport key={id} id={id} />}
        <EarlierReports openId={id} />
      </div>
    </Page>
  )
}
