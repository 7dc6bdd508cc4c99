import type { ComponentType } from 'react'
import { AllApiKeysPage } from '#features/api-keys/web/all-api-keys.lazy.ts'
import { AgreementSettingsPage } from '#features/billing/web/agreement-settings.lazy.ts'
import { MailboxPage } from '#features/inbox/web/mailbox-page.tsx'
import { CannedAnswersPage } from '#features/tickets/web/canned-answers-settings.lazy.ts'
import { OnCallPage } from '#screens/on-call/web/on-call-settings.lazy.ts'
import { BrandSettings } from './brand-settings.tsx'
import { FactsSettings, OrganizationSettings } from './company-settings.tsx'
import { StorageSettings } from './file-usage.tsx'
import { SecuritySettings } from './security-settings.lazy.ts'
import { type SettingsMenuItem, settingsMenu } from './settings-menu.ts'
import { MailSettings } from './stored-mail.tsx'

type SettingsSubPage = SettingsMenuItem & { Content: ComponentType }

const contents: Record<keyof typeof settingsMenu, ComponentType> = {
  company: OrganizationSettings,
  site: FactsSettings,
  brand: BrandSettings,
  agreements: AgreementSettingsPage,
  onCall: OnCallPage,
  cannedAnswers: CannedAnswersPage,
  security: SecuritySettings,
  mail: MailSettings,
  mailboxes: MailboxPage,
  apiKeys: AllApiKeysPage,
  storage: StorageSettings,
}

/** The pages of Inställningar, in the order of its menu. */
export const settingsPages: readonly SettingsSubPage[] = (
  Object.keys(settingsMenu) as (keyof typeof settingsMenu)[]
).map((page) => ({ ...settingsMenu[page], Content: contents[page] }))
