import { apiKeyRoutes } from '#features/api-keys/server/api-keys.routes.ts'
import type { AccessTokens } from '#features/auth/server/access-token.ts'
import { authRoutes } from '#features/auth/server/auth.routes.ts'
import { ownSessionRoutes } from '#features/auth/server/own-sessions.routes.ts'
import { openPasswords } from '#features/auth/server/passwords.ts'
import { securityRoutes } from '#features/auth/server/security.routes.ts'
import { authSchedule, authTasks } from '#features/auth/server/tasks.ts'
import { relyingPartyOf } from '#features/auth/server/webauthn.ts'
import { agreementRoutes } from '#features/billing/server/agreements.routes.ts'
import { articleRoutes } from '#features/billing/server/articles.routes.ts'
import { chargeRoutes } from '#features/billing/server/charges.routes.ts'
import { discountRoutes } from '#features/billing/server/discounts.routes.ts'
import { invoiceBasisRoutes, monthRoutes } from '#features/billing/server/invoice-bases.routes.ts'
import { priceRaiseTasks } from '#features/billing/server/price-raise-mail.ts'
import { priceRaiseRoutes } from '#features/billing/server/price-raises.routes.ts'
import { invoiceBasisSchedule, invoiceBasisTasks } from '#features/billing/server/tasks.ts'
import { agreementSchedule, agreementTasks } from '#features/billing/server/used-hours-tasks.ts'
import { billingDetailRoutes } from '#features/customers/server/billing-details.routes.ts'
import { contactImportRoutes } from '#features/customers/server/contact-import.routes.ts'
import { contactRoutes } from '#features/customers/server/contacts.routes.ts'
import { customerRoutes } from '#features/customers/server/customers.routes.ts'
import { customerImportRoutes } from '#features/customers/server/import.routes.ts'
import { loginRoutes } from '#features/customers/server/logins.routes.ts'
import { customerTasks } from '#features/customers/server/tasks.ts'
import { equipmentRoutes } from '#features/equipment/server/equipment.routes.ts'
import { type CheckReceived, checkSchedule, checkTasks } from '#features/files/server/check-file.ts'
import type { Scanner } from '#features/files/server/clamd.ts'
import { fileRoutes } from '#features/files/server/files.routes.ts'
import type { UploadLimits } from '#features/files/server/receive-file.ts'
import type { Receiver } from '#features/files/server/receiver.ts'
import { fileSchedule, fileTasks } from '#features/files/server/tasks.ts'
import type { EnvironmentServer } from '#features/inbox/mail-server.contract.ts'
import { enquiryRoutes } from '#features/inbox/server/enquiries.routes.ts'
import { formTokenRoute } from '#features/inbox/server/form-token.routes.ts'
import { mailServerRoutes } from '#features/inbox/server/mail-server.routes.ts'
import { inboxMailRoutes, mailboxRoutes } from '#features/inbox/server/mailboxes.routes.ts'
import { menuCountRoutes } from '#features/inbox/server/menu-counts.routes.ts'
import { searchCountRoutes } from '#features/inbox/server/search-counts.routes.ts'
import { staffNotificationRoutes } from '#features/inbox/server/staff-notifications.routes.ts'
import { inboxSchedule, inboxTasks } from '#features/inbox/server/tasks.ts'
import { onCallRoutes } from '#features/on-call/server/on-call.routes.ts'
import { onCallSchedule, onCallTasks } from '#features/on-call/server/tasks.ts'
import { archiveRoutes } from '#features/reports/server/archive.routes.ts'
import { reportRoutes } from '#features/reports/server/reports.routes.ts'
import { reportSchedule, reportTasks } from '#features/reports/server/tasks.ts'
import { mergingRoutes } from '#features/tickets/server/merging.routes.ts'
import { openPresence } from '#features/tickets/server/presence.ts'
import { recomputationRoutes } from '#features/tickets/server/recomputation.routes.ts'
import { recurringRoutes } from '#features/tickets/server/recurring.routes.ts'
import { recurringSchedule, recurringTasks } from '#features/tickets/server/recurring-tasks.ts'
import { ticketSchedule, ticketTasks } from '#features/tickets/server/tasks.ts'
import { ticketEquipmentRoutes } from '#features/tickets/server/ticket-equipment.routes.ts'
import { ticketRoutes } from '#features/tickets/server/tickets.routes.ts'
import { visitRoutes } from '#features/tickets/server/visits.routes.ts'
import { timeRoutes } from '#features/time/server/time.routes.ts'
import { userTasks } from '#features/users/server/tasks.ts'
import { userRoutes } from '#features/users/server/users.routes.ts'
import { vaultRoutes } from '#features/vault/server/vault.routes.ts'
import type { VaultKeys } from '#features/vault/server/vault-keys.ts'
import { type BackupParts, backupRoutes } from '#platform/backup/server/backup.routes.ts'
import { backupSchedule, backupTasks, type NightlyParts } from '#platform/backup/server/nightly.ts'
import type { Database } from '#platform/database/database.ts'
import type { Notifications } from '#platform/database/notifications.ts'
import type { App } from '#platform/http/app.ts'
import type { OutgoingGuard } from '#platform/http/outgoing-guard.ts'
import type { Schedule, Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Broker } from '#platform/live/server/broker.ts'
import { liveRoutes } from '#platform/live/server/live.routes.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import { dashboardRoutes } from '#screens/back-office/server/dashboard.routes.ts'
import { paletteRoutes } from '#screens/back-office/server/palette.routes.ts'
import { customerScreenRoutes } from '#screens/customer/server/customer-screen.routes.ts'
import { documentRoutes } from '#screens/customer/server/documents.routes.ts'
import { portalRoutes } from '#screens/portal/server/portal.routes.ts'
import { portalInvoiceBasisRoutes } from '#screens/portal/server/portal-invoice-bases.routes.ts'
import { quotaSchedule, quotaTasks } from '#screens/settings/server/quota-mail.ts'
import { type SettingsParts, settingsRoutes } from '#screens/settings/server/settings.routes.ts'
import { settingsSchedule, settingsTasks } from '#screens/settings/server/tasks.ts'
import { queueRoutes } from '#screens/ticket/server/queue.routes.ts'
import { factorSecrets } from '../keys/sealed-factors.ts'
import { customerRecords } from './customer-records.ts'
import { firstScreenRoutes, type ReadDrawing } from './first-screen.routes.ts'
import { systemRoutes } from './system.routes.ts'

export type FeatureParts = {
  database: Database
  tokens: AccessTokens
  refreshKey: Buffer
  vaultKeys: VaultKeys
  passwordMinLength: number
  broker: Broker
  notifications: Notifications
  /** The mail server of the environment, as administrators see it. */
  environmentServer: EnvironmentServer | undefined
  /** Checks the server addresses that administrators enter. */
  guard: OutgoingGuard
  /** Time limit for testing a mailbox. */
  trialMs?: number
  /** Makes Message-IDs and reply addresses of mail. */
  threads: MailThreads
  backup: BackupParts
  uploadLimits?: UploadLimits
  /** Checks received files for viruses; unset without a scanner. */
  check?: CheckReceived | undefined
  receiver?: Receiver | undefined
  readDrawing: ReadDrawing
  /** The maximum size of an organization's files, in gigabytes. */
  filesMaxGigabytes?: number | undefined
} & SettingsParts

/** Registers every endpoint of the product. */
export async function registerFeatures(app: App, parts: FeatureParts) {
  const { tokens, refreshKey, vaultKeys, passwordMinLength, broker, notifications, backup } = parts
  const passwords = openPasswords({ minLength: passwordMinLength })
  systemRoutes(app)
  firstScreenRoutes(app, parts.readDrawing)
  const relyingParty = relyingPartyOf(parts.appUrl)
  await authRoutes(app, { tokens, refreshKey, passwords, secrets: factorSecrets(vaultKeys), relyingParty })
  formTokenRoute(app, refreshKey)
  allCustomerRoutes(app)
  loginRoutes(app, passwords.choose, parts)
  vaultRoutes(app, vaultKeys)
  equipmentRoutes(app)
  ticketEquipmentRoutes(app)
  mergingRoutes(app)
  visitRoutes(app)
  billingRoutes(app)
  recomputationRoutes(app)
  recurringRoutes(app)
  const presence = openPresence({ notifications, broker })
  app.addHook('onClose', async () => presence.stop())
  ticketRoutes(app, presence)
  enquiryRoutes(app, presence)
  portalRoutes(app)
  liveRoutes(app, broker)
  app.addHook('onClose', () => notifications.close())
  timeRoutes(app)
  archiveRoutes(app)
  reportRoutes(app)
  apiKeyRoutes(app)
  userRoutes(app, passwords.choose, parts)
  queueRoutes(app)
  dashboardRoutes(app, { hasMailServer: parts.hasMailServer, isBackedUp: backup.target !== undefined })
  paletteRoutes(app)
  menuCountRoutes(app, parts)
  searchCountRoutes(app)
  staffNotificationRoutes(app)
  onCallRoutes(app)
  settingsRoutes(app, parts)
  ownSessionRoutes(app)
  securityRoutes(app)
  backupRoutes(app, backup)
  inboxMailRoutes(app)
  mailboxRoutes(app, parts)
  mailServerRoutes(app, parts)
  const { uploadLimits, check, receiver, filesMaxGigabytes: maxGigabytes } = parts
  documentRoutes(app)
  await fileRoutes(app, { ...uploadLimits, check, receiver, maxGigabytes })
}

function allCustomerRoutes(app: App) {
  customerRoutes(app, customerRecords)
  customerScreenRoutes(app)
  customerImportRoutes(app)
  contactRoutes(app)
  billingDetailRoutes(app)
  contactImportRoutes(app)
}

function billingRoutes(app: App) {
  agreementRoutes(app)
  articleRoutes(app)
  chargeRoutes(app)
  priceRaiseRoutes(app)
  discountRoutes(app)
  invoiceBasisRoutes(app)
  monthRoutes(app)
  portalInvoiceBasisRoutes(app)
}

export type TaskParts = {
  database: Database
  mailer: Mailer
  appUrl: string
  threads: MailThreads
  /** The environment has a mail server. */
  hasMailServer: boolean
  /** Unset when CLAMD_URL is unset. */
  fileChecks?: { scanner: Scanner; warn: NightlyParts['warn'] } | undefined
  /** Unset if BACKUP_DIR is unset: there are no nightly backups then. */
  nightlyBackup?: Pick<NightlyParts, 'connection' | 'target' | 'warn'> | undefined
}

/** Every background task of the product. */
export const featureTasks = ({ nightlyBackup, fileChecks, ...parts }: TaskParts): Tasks => ({
  ...authTasks(parts),
  ...customerTasks(parts),
  ...ticketTasks(parts),
  ...inboxTasks(parts),
  ...onCallTasks(parts),
  ...userTasks(parts),
  ...reportTasks(parts),
  ...settingsTasks(parts),
  ...fileTasks(parts),
  ...quotaTasks(parts),
  ...(fileChecks && checkTasks({ ...parts, ...fileChecks })),
  ...agreementTasks(parts),
  ...invoiceBasisTasks(parts),
  ...priceRaiseTasks(parts),
  ...recurringTasks(parts),
  ...(nightlyBackup && backupTasks({ ...parts, ...nightlyBackup })),
})

/** The schedule of these tasks. */
export const featureSchedule = ({ nightlyBackup, fileChecks }: TaskParts): Schedule => [
  ...authSchedule,
  ...ticketSchedule,
  ...inboxSchedule,
  ...onCallSchedule,
  ...reportSchedule,
  ...settingsSchedule,
  ...fileSchedule,
  ...quotaSchedule,
  ...(fileChecks ? checkSchedule : []),
  ...agreementSchedule,
  ...invoiceBasisSchedule,
  ...recurringSchedule,
  ...(nightlyBackup ? backupSchedule : []),
]
