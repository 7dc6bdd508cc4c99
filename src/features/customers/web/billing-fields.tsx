import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { readOrgNumber } from '#features/company/company.rules.ts'
import { Group, Wide } from '#features/company/web/facts-group.tsx'
import { Checkbox } from '#shared/ui/checkbox.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import {
  type BillingDetailsForm,
  billingLabels,
  CUSTOMER_NUMBER_MAX,
  PRIVATE_HAS_NO_NUMBER,
} from '../billing-details.contract.ts'
import type { Customer } from '../customers.contract.ts'
import { companyNumberExample } from '../vat-numbers.rules.ts'
import { CountryField } from './country-field.tsx'

export type BillingValues = z.input<typeof BillingDetailsForm>
export type BillingOut = z.output<typeof BillingDetailsForm>
type Props = { control: Control<BillingValues, unknown, BillingOut>; customer: Customer }

export const BillingFields = ({ control, customer }: Props) => (
  <>
    <NumberFields control={control} customer={customer} />
    <AddressFields control={control} customer={customer} />
    <ReferenceFields control={control} />
  </>
)

const lineOf =
  (control: Props['control']) =>
  <Name extends keyof BillingValues>(name: Name) =>
    ({ control, name, label: billingLabels[name], autoComplete: 'off' }) as const

const NumberFields = ({ control, customer }: Props) => (
  <Group title="Kunden">
    <TextField
      {...lineOf(control)('customerNumber')}
      isRequired
      maxLength={CUSTOMER_NUMBER_MAX}
      hint="Har ni en egen serie: skriv numret därifrån"
    />
    {customer.isPrivate ? (
      <p className="self-center text-ink-soft text-sm">{PRIVATE_HAS_NO_NUMBER}.</p>
    ) : (
      <CompanyNumbers control={control} />
    )}
  </Group>
)

function AddressFields({ control, customer }: Props) {
  const [town, country] = useWatch({ control, name: ['town', 'country'] })
  const line = lineOf(control)
  return (
    <Group title="Adress på fakturan">
      {!town && customer.address && (
        <Wide>
          <p className="text-ink-soft text-sm">
            I kundens uppgifter står {customer.address}. När du har fyllt i adressen här skrivs den dit.
          </p>
        </Wide>
      )}
      <Wide>
        <TextField {...line('street')} />
      </Wide>
      <TextField {...line('postcode')} {...(country === 'SE' && { inputMode: 'numeric' as const })} />
      <TextField {...line('town')} />
      <CountryField control={control} name="country" label={billingLabels.country} />
      <TextField {...line('invoiceEmail')} type="email" />
    </Group>
  )
}

function ReferenceFields({ control }: Pick<Props, 'control'>) {
  const line = lineOf(control)
  return (
    <Group title="Referens och villkor">
      <TextField {...line('yourReference')} hint="Den hos kunden som fakturan ställs till" />
      <TextField {...line('orderNumber')} />
      <TextField
        {...line('paymentDays')}
        inputMode="numeric"
        hint="Lämnas det tomt gäller företagets betalningsvillkor"
      />
      <div className="self-center">
        <Checkbox
          control={control}
          name="requiresReference"
          label={
            <WithDetail
              label={billingLabels.requiresReference}
              detail="Utan referens eller ordernummer går det inte att fakturera"
            />
          }
        />
      </div>
    </Group>
  )
}

const companyNumberHint = (country: string | undefined) => {
  const example = companyNumberExample(country ?? 'SE')
  return example ? `Som ${example}` : 'Så som det skrivs i landet'
}

function CompanyNumbers({ control }: Pick<Props, 'control'>) {
  const [orgNumber, vatNumber, isSoleTrader, country] = useWatch({
    control,
    name: ['orgNumber', 'vatNumber', 'isSoleTrader', 'country'],
  })
  const read = isSoleTrader || vatNumber || country !== 'SE' ? undefined : readOrgNumber(orgNumber ?? '')
  const vatHint = read ? `Brukar vara SE${read.replace('-', '')}01` : 'Med landets bokstäver först, som SE556703748501'
  return (
    <>
      <TextField
        control={control}
        name="orgNumber"
        label={isSoleTrader ? 'Personnummer' : billingLabels.orgNumber}
        autoComplete="off"
        hint={isSoleTrader ? 'Visas inte i listor och tas inte med i exporten' : companyNumberHint(country)}
      />
      <TextField control={control} name="vatNumber" label={billingLabels.vatNumber} autoComplete="off" hint={vatHint} />
      <div className="self-center">
        <Checkbox
          control={control}
          name="isSoleTrader"
          label={<WithDetail label={billingLabels.isSoleTrader} detail="Organisationsnumret är ägarens personnummer" />}
        />
      </div>
    </>
  )
}

const WithDetail = ({ label, detail }: { label: string; detail: string }) => (
  <span>
    {label}
    <span className="block text-ink-soft text-sm">{detail}</span>
  </span>
)
