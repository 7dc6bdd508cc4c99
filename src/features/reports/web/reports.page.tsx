import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Page } from '#shared/ui/page.tsx'
import { rowIdOf } from '#shared/web/url.ts'
import { periodOf } from '../reports.rules.ts'
import { EarlierReports } from './earlier-reports.tsx'
import { OpenReport } from './open-report.tsx'
import { ReportForm } from './report-form.tsx'
import { reportQuery } from './reports.api.ts'

/** The id of the open report is in the URL, so that reload, links and the back button work. */
export function ReportsPage() {
  const [params, setParams] = useSearchParams()
  const id = rowIdOf(params.get('report') ?? '')
  const { data: report } = useQuery({ ...reportQuery(id), enabled: id !== '' })
  return (
    <Page
      title="Månadsrapport"
      tabTitle={report && `${report.customerName ?? 'Alla kunder'}, ${periodOf(report)} – Månadsrapport`}
      lead="Sammanställ tid, exportera den och markera den som rapporterad"
    >
      <div className="grid grid-cols-1 gap-5">
        <ReportForm isNext={!id} onGenerated={(report) => setParams({ report }, { preventScrollReset: true })} />
        {id && <OpenReport key={id} id={id} />}
        <EarlierReports openId={id} />
      </div>
    </Page>
  )
}
