import type { ComponentType } from 'react'
import { AgreementSettingsPage } from '#features/billing/web/agreement-settings.lazy.ts'
import { MailboxPage } from '#features/inbox/web/mailbox-page.tsx'
import { CANNED_ANSWERS } from '#features/tickets/canned-answers.rules.ts'
import { CannedAnswersPage } from '#features/tickets/web/canned-answers-settings.lazy.ts'
import { BrandSettings } from './brand-settings.tsx'
import { FactsSettings, OrganizationSettings } from './company-settings.tsx'
import { StorageSettings } from './file-usage.tsx'
import { MailSettings } from './stored-mail.tsx'

type SettingsSubPage = {
  /** Must also be in `app/browser/screens.ts`. */
  path: string
  label: string
  Content: ComponentType
  /** The text shown to others than administrators, whose menu omits the page. */
  forAdmins?: string
}

/** The pages of Inställningar, in the order of its menu; the first is the specified company details form (decision 090). */
export const settingsPages: readonly SettingsSubPage[] = [
  { path: '/backoffice/settings', label: 'Företaget', Content: OrganizationSettings },
  { path: '/backoffice/settings/webbplatsen', label: 'På webbplatsen', Content: FactsSettings },
  { path: '/backoffice/settings/utseende', label: 'Utseende', Content: BrandSettings },
  {
    path: '/backoffice/settings/avtal',
    label: 'Avtal',
    Content: AgreementSettingsPage,
    forAdmins: 'Bara administratörer ändrar villkor och priser.',
  },
  { path: CANNED_ANSWERS, label: 'Färdiga svar', Content: CannedAnswersPage },
  {
    path: '/backoffice/settings/e-post',
    label: 'E-post',
    Content: MailSettings,
    forAdmins: 'Bara administratörer ser e-postservern och sparade mejl.',
  },
  {
    path: '/backoffice/settings/brevlador',
    label: 'Brevlådor',
    Content: MailboxPage,
    forAdmins: 'Bara administratörer ser brevlådorna.',
  },
  {
    path: '/backoffice/settings/sakerhetskopia',
    label: 'Säkerhetskopia',
    Content: StorageSettings,
    forAdmins: 'Bara administratörer ser säkerhetskopiorna.',
  },
]
