import { useQuery } from '@tanstack/react-query'
import Archive from 'lucide-react/icons/archive'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import FileText from 'lucide-react/icons/file-text'
import Users from 'lucide-react/icons/users'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { factsQuery } from '#features/company/web/company.api.ts'
import { MailAlarms } from '#features/inbox/web/mail-alarms.tsx'
import { OnCallWarning } from '#screens/on-call/web/on-call-warning.tsx'
import { formatMonth } from '#shared/month-names.rules.ts'
import { formatNumber, plural } from '#shared/plural.rules.ts'
import { BarChart } from '#shared/ui/bar-chart.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { formatHours, isoWeek } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { Page } from '#shared/ui/page.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { StatCard } from '#shared/ui/stat-card.tsx'
import type { Dashboard } from '../dashboard.contract.ts'
import { dashboardQuery } from './dashboard.api.ts'
import { EndingBindingsCard } from './ending-bindings.tsx'
import { firstHourQuery } from './first-hour.api.ts'
import { FirstHour } from './first-hour.tsx'
import { InvoiceBasesLeftCard } from './invoice-bases-left.tsx'
import { KeptAnswersCard } from './kept-answers-card.tsx'
import { OwnWeekCard } from './own-week.tsx'
import { RunningOutCard } from './running-out.tsx'
import { ToDoList } from './to-do.tsx'
import { UnloggedTicketList } from './unlogged-tickets.tsx'
import { WorkCountLinks } from './work-counts.tsx'

const CHART_HEIGHT = 'h-44'
/** The last card of the shorter column fills it. */
const columnClass = 'flex min-w-0 flex-col gap-5 *:last:grow'

export function DashboardPage() {
  const isAdmin = useIsAdmin()
  const { data, error, refetch, isRefetching } = useQuery(dashboardQuery)
  return (
    <Page title="Dashboard" lead="Det som väntar, din vecka, tid och kunder" action={<QuickActions />}>
      {error && !data ? (
        <ErrorState
          title="Kunde inte hämta data"
          text={error.message}
          onRetry={() => void refetch()}
          isRetrying={isRefetching}
        />
      ) : (
        <div className="grid grid-cols-1 gap-5">
          <MailAlarms />
          <OnCallWarning />
          {isAdmin && <FirstHour />}
          {isAdmin && <MissingFacts />}
          <WorkCountLinks />
          <div className="grid grid-cols-1 gap-5 rail:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className={columnClass}>
              <ToDoList rows={data?.toDo} />
              <UnloggedTicketList unlogged={data?.unlogged} />
              {data && <KeptAnswersCard answers={data.answers} />}
              {data && <EndingBindingsCard {...data.endingBindings} />}
              <Weeks weeks={data?.weeks} />
            </div>
            <div className={columnClass}>
              <OwnWeekCard week={data?.week} visits={data?.visits} />
              {data && <InvoiceBasesLeftCard {...data.bases} />}
              {data && <RunningOutCard {...data.runningOut} />}
              <TopCustomers customers={data?.topCustomers} />
            </div>
          </div>
          <Figures data={data} />
        </div>
      )}
    </Page>
  )
}

/** Shown until phone and email are filled in, as the public site omits them. */
function MissingFacts() {
  const { data: checklist } = useQuery(firstHourQuery)
  // The checklist leads there too.
  const isWithoutChecklist = checklist?.steps.length === 0
  const { data: facts } = useQuery({ ...factsQuery, enabled: isWithoutChecklist })
  if (!isWithoutChecklist || !facts || (facts.phone && facts.email)) return null
  return (
    <section
      aria-labelledby="missing-facts"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-accent bg-accent-soft px-5 py-4"
    >
      <div>
        <h2 id="missing-facts" className="font-semibold">
          Fyll i företagsuppgifter
        </h2>
        <p className="text-ink-soft">Telefon eller e-post saknas, så den raden utelämnas på webbplatsen.</p>
      </div>
      <LinkButton to="/backoffice/settings/webbplatsen">Till Inställningar</LinkButton>
    </section>
  )
}

function Figures({ data }: { data: Dashboard | undefined }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 rail:grid-cols-4">
      <StatCard
        label="Orapporterade timmar"
        value={data && formatHours(data.unreported.minutes, 1)}
        unit="tim"
        detail={data && plural(data.unreported.rows, 'tidrad', 'tidrader')}
        to="/backoffice/time"
      />
      <StatCard
        label="Timmar denna månad"
        value={data && formatHours(data.currentMonth.minutes, 1)}
        unit="tim"
        detail={data && formatMonth(data.currentMonth.month)}
        to={data ? `/backoffice/time?month=${data.currentMonth.month}&reported=true` : '/backoffice/time'}
      />
      <StatCard
        label="Kunder"
        value={data && formatNumber(data.customers)}
        detail="aktiva"
        to="/backoffice/customers"
      />
      <StatCard
        label="Arkiv"
        value={<Archive aria-hidden="true" className="my-0.5 size-9 text-primary max-sm:size-7" strokeWidth={1.5} />}
        detail="rapporterad tid"
        to="/backoffice/archive"
      />
    </div>
  )
}

function Weeks({ weeks }: { weeks: Dashboard['weeks'] | undefined }) {
  return (
    <Card title="Timmar per vecka">
      {weeks ? (
        <BarChart
          title="Timmar per vecka, de senaste tolv veckorna"
          labelHeader="Vecka"
          valueHeader="Timmar"
          bars={weeks.map(({ monday, minutes }, index) => ({
            label: String(isoWeek(monday).week),
            value: minutes,
            text: formatHours(minutes, 1),
            isCurrent: index === weeks.length - 1,
          }))}
        />
      ) : (
        <Skeleton className={CHART_HEIGHT} />
      )}
    </Card>
  )
}

function TopCustomers({ customers }: { customers: Dashboard['topCustomers'] | undefined }) {
  return (
    <Card title="Mest orapporterad tid">
      {customers === undefined && <Skeleton className={CHART_HEIGHT} />}
      {customers?.length === 0 && (
        <EmptyState title="Ingen orapporterad tid" text="Det som registreras visas här tills det är rapporterat." />
      )}
      <ol className="grid">
        {customers?.map(({ customer, minutes }) => (
          <li
            key={customer.id}
            className="flex items-baseline justify-between gap-4 border-line border-b py-2 last:border-b-0"
          >
            <Link to={`/backoffice/time?customerId=${customer.id}`}>
              {customer.name}
              {customer.isArchived && ' (arkiverad)'}
            </Link>
            <span className="numbers">{formatHours(minutes, 1)} tim</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Shortcuts to common tasks: last in the row, but first and at full width on a phone. */
function QuickActions() {
  return (
    <>
      <LinkButton to="/backoffice/customers" icon={Users}>
        Hantera kunder
      </LinkButton>
      <LinkButton to="/backoffice/reports" icon={FileText}>
        Månadsrapport
      </LinkButton>
      <span className="contents max-sm:order-first max-sm:grid max-sm:w-full">
        <LinkButton to="/backoffice/time" variant="primary" icon={CalendarClock}>
          Registrera tid
        </LinkButton>
      </span>
    </>
  )
}
