import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import MailWarning from 'lucide-react/icons/mail-exclamation-point'
import type { MailOutage } from '#features/inbox/mail-alarms.contract.ts'
import { mailServerQuery } from '#features/inbox/web/mail-server.api.ts'
import { MailServerCard } from '#features/inbox/web/mail-server-settings.tsx'
import { readableAddress } from '#shared/email.rules.ts'
import { MAIL_STORED_DAYS } from '#shared/limits.rules.ts'
import { mailOutageTexts } from '#shared/mail-outage.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { formatDateTime } from '#shared/ui/format.ts'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { Notes } from '#shared/ui/notes.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { tableOf } from '#shared/web/pages.ts'
import type { StoredMail } from '../settings.contract.ts'
import { storedMailQuery } from './settings.api.ts'
import { TestMail } from './test-mail.tsx'

const StoredMailDialog = lazyPart(() => import('./stored-mail.dialog.tsx').then((m) => m.StoredMailDialog))

const columns: readonly Column<StoredMail>[] = [
  { key: 'date', header: 'Datum', cell: ({ createdAt }) => formatDateTime(createdAt), width: 'w-40' },
  { key: 'to', header: 'Till', cell: ({ to }) => <Notes text={readableAddress(to)} />, grows: true, width: 'w-[35%]' },
  { key: 'subject', header: 'Ämne', cell: ({ subject }) => subject, grows: true, width: 'w-[45%]', onPhone: 'title' },
]

/** The mail server, and the mail that was stored instead of sent. */
export const MailSettings = () => (
  <>
    <MailServerCard />
    <StoredMailSection />
  </>
)

/** Whether mail is sent, and the mail that was stored instead. */
function StoredMailSection() {
  const list = useInfiniteQuery(storedMailQuery())
  const [open, setOpen] = useTransitionState<StoredMail>()
  const isSending = list.data?.pages[0]?.isSending
  const outage = list.data?.pages[0]?.outage
  // The form of an entered server sends a mail itself.
  const { data: server } = useQuery(mailServerQuery)
  const isEntered = server?.environment === null && server.version > 0
  return (
    <section aria-labelledby="mail" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="mail" className="text-md font-semibold">
            E-post
          </h2>
          {isSending !== undefined && (
            <p className="max-w-prose text-ink-soft">{isSending ? sendingText : storingText}</p>
          )}
          {outage && <OutageNotice {...outage} />}
        </div>
        {!isEntered && <TestMail />}
      </header>
      {list.isError && !list.data ? (
        <QueryError title="Kunde inte hämta sparade mejl" query={list} />
      ) : (
        <Table
          label="Sparade mejl"
          columns={columns}
          rowKey={({ id }) => id}
          {...tableOf(list)}
          loadingText="Laddar sparade mejl …"
          skeletonRows={4}
          actions={(mail) => (
            <Button
              size="sm"
              variant="quiet"
              accessibleName={`Visa ”${mail.subject}” till ${readableAddress(mail.to)}`}
              onPress={() => setOpen(mail)}
            >
              Visa
            </Button>
          )}
          empty={<EmptyState title="Inga sparade mejl" text={emptyText(isSending === true, Boolean(outage))} />}
        />
      )}
      {open && <StoredMailDialog mail={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

function emptyText(isSending: boolean, isOutage: boolean) {
  if (isOutage) return 'Mejl som inte har kommit fram skickas på nytt i några dagar.'
  return isSending ? 'Alla mejl har skickats vidare.' : 'Nästa mejl som skulle ha skickats hamnar här.'
}

const OutageNotice = ({ since, reason }: MailOutage) => (
  <p role="status" className="mt-2 flex max-w-prose gap-2 font-medium text-danger-ink">
    <MailWarning aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
    <span>
      E-postservern tar inte emot mejl sedan {formatDateTime(since)}. {mailOutageTexts[reason]} Skicka ett provmejl för
      att se om den tar emot mejl igen.
    </span>
  </p>
)

const sendingText = `E-post skickas. Mejl som sparades innan det fanns en e-postserver ligger kvar här i ${MAIL_STORED_DAYS} dagar.`
const storingText = `Ingen e-postserver är inställd, så mejl skickas inte: de sparas här i ${MAIL_STORED_DAYS} dagar. Ange servern här ovanför.`
