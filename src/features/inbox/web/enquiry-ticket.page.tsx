import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { genitive } from '#shared/names.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Form, FormActions } from '#shared/ui/form.tsx'
import { formatDateTime } from '#shared/ui/format.ts'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { Page } from '#shared/ui/page.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { CallError } from '#shared/web/call.ts'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { messageOf, putFieldErrors } from '#shared/web/forms.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import { useRowId } from '#shared/web/url.ts'
import type { CustomerSuggestion, Enquiry } from '../enquiries.contract.ts'
import { enquiryQuery, suggestionsQuery, useMakeTicket } from './enquiries.api.ts'
import { INBOX } from './inbox-filter.tsx'
import { TicketCustomer } from './ticket-customer.tsx'
import { TicketFields } from './ticket-fields.tsx'
import { type Body, firstErrorOf, resolver, type Values, valuesOf } from './ticket-form.ts'

/** Creates a ticket from an enquiry for the customer that staff choose. */
export function EnquiryTicketPage() {
  const id = useRowId()
  const enquiry = useQuery(enquiryQuery(id))
  const suggestions = useQuery(suggestionsQuery(id))
  const failed = [enquiry, suggestions].filter(({ data, isError }) => isError && !data)
  return (
    <Page
      title="Skapa ärende"
      tabTitle={enquiry.data && `Skapa ärende – ${enquiry.data.name}, ${formatDateTime(enquiry.data.createdAt)}`}
      lead={enquiry.data && `Från ${genitive(enquiry.data.name)} förfrågan`}
      back={{ to: `${INBOX}/${id}`, label: 'Tillbaka till förfrågan' }}
      width="narrow"
    >
      {failed.length > 0 && (
        <ErrorState
          title="Kunde inte hämta förfrågan"
          text={messageOf(failed[0]?.error)}
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
          isRetrying={failed.some(({ isRefetching }) => isRefetching)}
        />
      )}
      {failed.length === 0 && !(enquiry.data && suggestions.data) && <Skeleton className="h-96" />}
      {enquiry.data && suggestions.data && <Content key={id} enquiry={enquiry.data} suggestions={suggestions.data} />}
    </Page>
  )
}

type Props = { enquiry: Enquiry; suggestions: CustomerSuggestion[] }

function Content({ enquiry, suggestions }: Props) {
  // The form stays mounted even if a live event reports the ticket first, since its own request may still be retried.
  const [isOpen, setOpen] = useState(!enquiry.ticket)
  if (isOpen || !enquiry.ticket)
    return <TicketForm enquiry={enquiry} suggestions={suggestions} onConflict={() => setOpen(false)} />
  const { id, ticketNumber } = enquiry.ticket
  return (
    <EmptyState
      title="Förfrågan har redan ett ärende"
      text="En förfrågan blir ett ärende en gång."
      action={<LinkButton to={`/backoffice/tickets/${id}`}>Visa #{ticketNumber}</LinkButton>}
    />
  )
}

function TicketForm({ enquiry, suggestions, onConflict }: Props & { onConflict: () => void }) {
  const form = useForm<Values, unknown, Body>({ resolver, defaultValues: valuesOf(enquiry) })
  // Not restored: the id of another customer is useless without the search result that has its name.
  useFormRecovery(form, { key: `enquiry-ticket:${enquiry.id}`, omit: 'otherId' })
  const { mutateAsync } = useMakeTicket(enquiry.id)
  const idempotency = useIdempotencyKey()
  const navigate = useNavigate()
  const save = async (ticket: Body) => {
    try {
      const { id } = await mutateAsync({ ticket, idempotencyKey: idempotency.keyFor(ticket) })
      idempotency.clear()
      showToast({ title: 'Skapat!', text: 'Supportärende har skapats', tone: 'success' })
      void navigate(`/backoffice/tickets/${id}`, { replace: true })
    } catch (error) {
      if (error instanceof CallError && error.status === 409) onConflict()
      putFieldErrors(form, error)
      showToast({ title: 'Fel', text: refusalOf(error), tone: 'error' })
    }
  }
  return (
    <Form
      form={form}
      onSubmit={save}
      onInvalid={(errors) => showToast({ title: 'Valideringsfel', text: firstErrorOf(errors), tone: 'error' })}
      label="Skapa ärende"
      warnsUnsaved
    >
      <Card title="Vems är ärendet?">
        <TicketCustomer form={form} suggestions={suggestions} enquiry={enquiry} />
      </Card>
      <Card title="Ärendet">
        <TicketFields form={form} assignee={enquiry.assignee} />
      </Card>
      <FormActions>
        <Button type="submit" variant="primary" isPending={form.formState.isSubmitting} pendingText="Skapar...">
          Skapa ärende
        </Button>
        <LinkButton to={`${INBOX}/${enquiry.id}`}>Avbryt</LinkButton>
      </FormActions>
    </Form>
  )
}

/** For 404 and 409 the server's message says what is missing or already exists. */
const refusalOf = (error: unknown) =>
  error instanceof CallError && (error.status === 404 || error.status === 409)
    ? messageOf(error)
    : `Kunde inte skapa ticket: ${messageOf(error)}`
