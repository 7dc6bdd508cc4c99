import { useQuery } from '@tanstack/react-query'
import Phone from 'lucide-react/icons/phone'
import { answeredPhone, urgentAdvice } from '#features/company/answered-phone.rules.ts'
import { openNow } from '#features/company/open-now.rules.ts'
import { formatPhone, phoneHref } from '#shared/phone.rules.ts'
import { useMinute } from '#shared/web/minute.ts'
import type { PortalCompany } from '../portal.contract.ts'
import { portalCompanyQuery, portalPromiseQuery } from './portal.api.ts'

const openStateOf = (company: PortalCompany, now: Date) => openNow(company, now, company.emergencyPhone !== null)

/** The company's number that is answered now, and whether the office is open; hidden without a number. */
export function NumberToCall() {
  const { data: company } = useQuery(portalCompanyQuery)
  const now = useMinute()
  if (!company || (!company.phone && !company.emergencyPhone)) return null
  const open = openStateOf(company, now)
  const answered = answeredPhone(company, open)
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-base text-ink-soft">
      {answered ? (
        <a
          href={phoneHref(answered.number)}
          className="inline-flex min-h-11 items-center gap-2 rounded-sm font-semibold text-ink tabular-nums underline-offset-3 hover:underline"
        >
          <Phone aria-hidden="true" className="size-4.5 text-accent-ink" strokeWidth={2} />
          {answered.isEmergency ? 'Ring jouren' : 'Ring oss'} {formatPhone(answered.number)}
        </a>
      ) : (
        company.phone && <span className="inline-flex min-h-11 items-center">Telefon {formatPhone(company.phone)}</span>
      )}
      <span>
        {open.text}
        {!answered && open.detail && `. ${open.detail}`}
      </span>
    </p>
  )
}

/** What to do about an urgent ticket; undefined until the company facts are loaded. The promise gives way where nobody has jour. */
export function useUrgentAdvice() {
  const { data: company } = useQuery(portalCompanyQuery)
  const { data: promise } = useQuery(portalPromiseQuery)
  const now = useMinute()
  if (!company) return undefined
  const advice = urgentAdvice(company, openStateOf(company, now))
  return { ...advice, promise: promise?.noJour ?? advice.promise }
}
