import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { Button } from '#lib/ui/button.tsx'
import { Card } from '#lib/ui/card.tsx'
import { EmptyState } from '#lib/ui/empty-state.tsx'
import { ErrorState } from '#lib/ui/error-state.tsx'
import { Form, FormActions } from '#lib/ui/form.tsx'
import { LinkButton } from '#lib/ui/link-button.tsx'
import { Page } from '#lib/ui/page.tsx'
import { Skeleton } from '#lib/ui/skeleton.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { CallError } from '#lib/web/call.ts'
import { messageOf, putFieldErrors } from '#lib/web/forms.ts'
import { useIdempotencyKey } from '#lib/web/idempotency-key.ts'
import { useRowId } from '#lib/web/url.ts'
import type { CustomerSuggestion, Enquiry } from '../enquiries.contract.ts'
import { enquiryQuery, suggestionsQuery, useMakeTicket } from './enquiries.api.ts'
import { INBOX } from './inbox-filter.tsx'
import { TicketFields } from './ticket-fields.tsx'
import { type Body, firstOf, resolver, type Values, valuesOf } from './ticket-form.ts'
import { WhoseTicket } from './whose-ticket.tsx'

/** Makes a ticket of an enquiry, for the customer that a person says it is. */
export function EnquiryTicketPage() {
  const id = useRowId()
  const enquiry = useQuery(enquiryQuery(id))
  const suggestions = useQuery(suggestionsQuery(id))
  const failed = [enquiry, suggestions].filter(({ data, isError }) => isError && !data)
  return (
    <Page
      title="Skapa ärende"
      lead={enquiry.data && `Av förfrågan från ${enquiry.data.name}`}
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
  // Its own ticket may be told of before the answer to its own call, which may be lost and asked for again.
  const [isOpen, setOpen] = useState(!enquiry.ticket)
  if (isOpen || !enquiry.ticket) return <TicketForm {...{ enquiry, suggestions }} onTaken={() => setOpen(false)} />
  const { id, ticketNumber } = enquiry.ticket
  return (
    <EmptyState
      title="Förfrågan har redan ett ärende"
      text="En förfrågan blir ett ärende en gång."
      action={<LinkButton to={`/backoffice/tickets/${id}`}>Visa #{ticketNumber}</LinkButton>}
    />
  )
}

function TicketForm({ enquiry, suggestions, onTaken }: Props & { onTaken: () => void }) {
  const form = useForm<Values, unknown, Body>({ resolver, defaultValues: valuesOf(enquiry) })
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
      if (error instanceof CallError && error.status === 409) onTaken()
      putFieldErrors(form, error)
      showToast({ title: 'Fel', text: refusalOf(error), tone: 'error' })
    }
  }
  return (
    <Form
      form={form}
      onSubmit={save}
      onInvalid={(errors) => showToast({ title: 'Valideringsfel', text: firstOf(errors), tone: 'error' })}
      label="Skapa ärende"
      warnsUnsaved
    >
      <Card title="Vems är ärendet?">
        <WhoseTicket form={form} suggestions={suggestions} />
      </Card>
      <Card title="Ärendet">
        <TicketFields form={form} assignee={enquiry.assignee} />
      </Card>
      <FormActions>
        <Button type="submit" variant="primary" isBusy={form.formState.isSubmitting} busyText="Skapar...">
          Skapa ärende
        </Button>
        <LinkButton to={`${INBOX}/${enquiry.id}`}>Avbryt</LinkButton>
      </FormActions>
    </Form>
  )
}

/** What is not there any more, or was made meanwhile, is named by the server. */
const refusalOf = (error: unknown) =>
  error instanceof CallError && (error.status === 404 || error.status === 409)
    ? messageOf(error)
    : `Kunde inte skapa ticket: ${messageOf(error)}`
