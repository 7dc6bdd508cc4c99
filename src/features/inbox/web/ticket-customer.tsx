import { type UseFormReturn, useWatch } from 'react-hook-form'
import { NAME_MAX } from '#features/customers/customers.contract.ts'
import { customerPath } from '#features/customers/customers.rules.ts'
import { nameOf } from '#features/customers/web/customer-choices.api.ts'
import { CustomerField } from '#features/customers/web/customer-field.tsx'
import { senderAuthenticationLabels } from '#features/tickets/sender-authentication.contract.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { formatPhone } from '#shared/phone.rules.ts'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { Link } from '#shared/ui/link.tsx'
import { RadioGroup } from '#shared/ui/radio-group.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { type CustomerSuggestion, type Enquiry, isSenderAuthenticated } from '../enquiries.contract.ts'
import { UNKNOWN_SENDER } from '../mailboxes.contract.ts'
import { type Body, NEW, OTHER, type Values } from './ticket-form.ts'

type Form = UseFormReturn<Values, unknown, Body>
type Props = { form: Form; suggestions: CustomerSuggestion[]; enquiry: Enquiry }

const matchTexts = { email: 'Samma e-post', phone: 'Samma telefon' } as const

/** Suggests customers who may be the sender; staff choose one, search for another, or add a new one. */
export function TicketCustomer({ form: { control }, suggestions, enquiry }: Props) {
  const customer = useWatch({ control, name: 'customer' })
  const active = suggestions.filter(({ isArchived }) => !isArchived)
  return (
    <div className="flex flex-col gap-4">
      <RadioGroup
        control={control}
        name="customer"
        label="Kund"
        isRequired
        hint={active.length > 0 ? whoSent(enquiry.authentication) : NO_MATCH}
        choices={[
          ...active.map((suggestion) => ({
            value: suggestion.id,
            label: suggestion.name,
            detail: matchOf(suggestion),
          })),
          { value: OTHER, label: active.length > 0 ? 'En annan kund' : 'En kund som finns' },
          { value: NEW, label: 'En ny kund' },
        ]}
      />
      {suggestions
        .filter(({ isArchived }) => isArchived)
        .map((suggestion) => (
          <p key={suggestion.id} className="text-sm text-ink-soft">
            <Link to={customerPath(suggestion.id)}>{nameOf(suggestion)}</Link> kan inte få nya ärenden (
            {matchOf(suggestion)}). Återställ kunden först, om ärendet är deras.
          </p>
        ))}
      {customer === OTHER && <OtherCustomer control={control} />}
      {customer === NEW && <NewCustomer control={control} />}
      {enquiry.email !== UNKNOWN_SENDER && <SaveSender control={control} enquiry={enquiry} />}
    </div>
  )
}

const whoSent = (authentication: Enquiry['authentication']) =>
  isSenderAuthenticated(authentication)
    ? `${senderAuthenticationLabels[authentication]}.`
    : 'Vem som helst kan ange en adress: kontrollera att det stämmer'

const NO_MATCH = 'Ingen aktiv kund har avsändarens e-post eller telefon'

const matchOf = ({ email, phone, matches }: CustomerSuggestion) =>
  matches
    .map((match) => {
      const value = match === 'email' ? email && readableAddress(email) : phone && formatPhone(phone)
      return value ? `${matchTexts[match]}: ${value}` : matchTexts[match]
    })
    .join(' · ')

const SaveSender = ({ control, enquiry: { name, email } }: Pick<Form, 'control'> & Pick<Props, 'enquiry'>) => (
  <div>
    <Checkbox control={control} name="savesSender" label={`Spara ${name} som kontakt`} />
    <p className="max-w-prose text-ink-soft text-sm">
      Svaren i ärendet går till kundens kontakter. Är {readableAddress(email)} ingen av dem kommer de inte dit.
    </p>
  </div>
)

const OtherCustomer = ({ control }: Pick<Form, 'control'>) => (
  <CustomerField control={control} name="otherId" label="Sök kund" isRequired />
)

const NewCustomer = ({ control }: Pick<Form, 'control'>) => (
  <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
    <div className="col-span-full">
      <TextField control={control} name="name" label="Namn" isRequired maxLength={NAME_MAX} autoComplete="off" />
    </div>
    <TextField control={control} name="email" label="E-post" type="email" autoComplete="off" />
    <TextField control={control} name="phone" label="Telefon" type="tel" autoComplete="off" />
  </div>
)
