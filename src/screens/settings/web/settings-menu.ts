// The pages of Inställningar by name, without their content, which settings-pages.tsx adds.

import { CANNED_ANSWERS } from '#features/tickets/canned-answers.rules.ts'
import { ON_CALL_PAGE } from '#screens/on-call/web/on-call-path.ts'

export type SettingsMenuItem = {
  /** Must also be in `app/browser/screens.ts`. */
  path: string
  label: string
  /** The text shown to others than administrators, whose menu omits the page. */
  forAdmins?: string
}

/** In the order of the menu; the first is the specified company details form (decision 090). */
export const settingsMenu = {
  company: { path: '/backoffice/settings', label: 'Företaget' },
  site: { path: '/backoffice/settings/webbplatsen', label: 'På webbplatsen' },
  brand: { path: '/backoffice/settings/utseende', label: 'Utseende' },
  agreements: {
    path: '/backoffice/settings/avtal',
    label: 'Avtal',
    forAdmins: 'Bara administratörer ändrar villkor och priser.',
  },
  onCall: { path: ON_CALL_PAGE, label: 'Jour' },
  cannedAnswers: { path: CANNED_ANSWERS, label: 'Färdiga svar' },
  security: {
    path: '/backoffice/settings/sakerhet',
    label: 'Säkerhet',
    forAdmins: 'Bara administratörer ser hur personalen loggar in.',
  },
  mail: {
    path: '/backoffice/settings/e-post',
    label: 'E-post',
    forAdmins: 'Bara administratörer ser e-postservern och sparade mejl.',
  },
  mailboxes: {
    path: '/backoffice/settings/brevlador',
    label: 'Brevlådor',
    forAdmins: 'Bara administratörer ser brevlådorna.',
  },
  apiKeys: {
    path: '/backoffice/settings/api-nycklar',
    label: 'API-nycklar',
    forAdmins: 'Bara administratörer ser allas API-nycklar. Dina egna finns under Ditt konto.',
  },
  storage: {
    path: '/backoffice/settings/sakerhetskopia',
    label: 'Säkerhetskopia',
    forAdmins: 'Bara administratörer ser säkerhetskopiorna.',
  },
} satisfies Record<string, SettingsMenuItem>
