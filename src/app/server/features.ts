import { agreementRoutes } from '#agreements/server/agreements.routes.ts'
import { agreementSchedule, agreementTasks } from '#agreements/server/used-hours-tasks.ts'
import { archiveRoutes } from '#archive/server/archive.routes.ts'
import type { AccessTokens } from '#auth/server/access-token.ts'
import { authRoutes } from '#auth/server/auth.routes.ts'
import { openPasswords } from '#auth/server/passwords.ts'
import { authSchedule, authTasks } from '#auth/server/tasks.ts'
import { dashboardRoutes } from '#backoffice/server/dashboard.routes.ts'
import { menuCountRoutes } from '#backoffice/server/menu-counts.routes.ts'
import { type BackupParts, backupRoutes } from '#backup/server/backup.routes.ts'
import { backupSchedule, backupTasks, type NightlyParts } from '#backup/server/nightly.ts'
import { invoiceBasisRoutes } from '#bases/server/invoice-bases.routes.ts'
import { portalInvoiceBasisRoutes } from '#bases/server/portal-invoice-bases.routes.ts'
import { invoiceBasisSchedule, invoiceBasisTasks } from '#bases/server/tasks.ts'
import { contactImportRoutes } from '#customers/server/contact-import.routes.ts'
import { contactRoutes } from '#customers/server/contacts.routes.ts'
import { customerScreenRoutes } from '#customers/server/customer-screen.routes.ts'
import { customerRoutes } from '#customers/server/customers.routes.ts'
import { customerImportRoutes } from '#customers/server/import.routes.ts'
import { loginRoutes } from '#customers/server/logins.routes.ts'
import { customerTasks } from '#customers/server/tasks.ts'
import type { Database } from '#db/database.ts'
import type { Notifications } from '#db/notifications.ts'
import { enquiryRoutes } from '#enquiries/server/enquiries.routes.ts'
import { formTokenRoute } from '#enquiries/server/forms.routes.ts'
import { enquirySchedule, enquiryTasks } from '#enquiries/server/tasks.ts'
import { equipmentRoutes } from '#equipment/server/equipment.routes.ts'
import { ticketEquipmentRoutes } from '#equipment/server/ticket-equipment.routes.ts'
import { type CheckReceived, checkSchedule, checkTasks } from '#files/server/check-file.ts'
import type { Scanner } from '#files/server/clamd.ts'
import { documentRoutes } from '#files/server/documents.routes.ts'
import { fileRoutes } from '#files/server/files.routes.ts'
import { quotaSchedule, quotaTasks } from '#files/server/quota-mail.ts'
import type { UploadLimits } from '#files/server/receive-file.ts'
import type { Receiver } from '#files/server/receiver.ts'
import { fileSchedule, fileTasks } from '#files/server/tasks.ts'
import type { App } from '#lib/server/app.ts'
import type { Schedule, Tasks } from '#lib/server/jobs.ts'
import type { Mailer } from '#lib/server/mail.ts'
import type { MailThreads } from '#lib/server/mail-threads.ts'
import type { OutgoingGuard } from '#lib/server/outgoing-guard.ts'
import type { Broker } from '#live/server/broker.ts'
import { liveRoutes } from '#live/server/live.routes.ts'
import { inboxMailRoutes, mailboxRoutes } from '#mailboxes/server/mailboxes.routes.ts'
import { mailboxSchedule, mailboxTasks } from '#mailboxes/server/tasks.ts'
import { portalRoutes } from '#portal/server/portal.routes.ts'
import { recurringRoutes } from '#recurring/server/recurring.routes.ts'
import { recurringSchedule, recurringTasks } from '#recurring/server/tasks.ts'
import { reportRoutes } from '#reports/server/reports.routes.ts'
import { reportSchedule, reportTasks } from '#reports/server/tasks.ts'
import { ownSessionRoutes } from '#settings/server/own-sessions.routes.ts'
import { type SettingsParts, settingsRoutes } from '#settings/server/settings.routes.ts'
import { settingsSchedule, settingsTasks } from '#settings/server/tasks.ts'
import { ticketSchedule, ticketTasks } from '#tickets/server/tasks.ts'
import { ticketRoutes } from '#tickets/server/tickets.routes.ts'
import { timeRoutes } from '#time/server/time.routes.ts'
import { userTasks } from '#users/server/tasks.ts'
import { userRoutes } from '#users/server/users.routes.ts'
import { vaultRoutes } from '#vault/server/vault.routes.ts'
import type { VaultKeys } from '#vault/server/vault-keys.ts'
import { customerRecords } from './customer-records.ts'
import { systemRoutes } from './system.routes.ts'

export type FeatureParts = {
  database: Database
  tokens: AccessTokens
  refreshKey: Buffer
  vaultKeys: VaultKeys
  passwordMinLength: number
  broker: Broker
  notifications: Notifications
  /** Judges the addresses of mailboxes. */
  guard: OutgoingGuard
  /** How long the trial of a mailbox may take. */
  trialMs?: number
  /** The Message-IDs and addresses of mail. */
  threads: MailThreads
  backup: BackupParts
  uploadLimits?: UploadLimits
  /** Checks files that arrive for viruses; unset without a scanner. */
  check?: CheckReceived | undefined
  receiver?: Receiver | undefined
  /** What an organization's files may take at most, in gigabytes. */
  filesMaxGigabytes?: number | undefined
} & SettingsParts

/** Registers every endpoint of the product. */
export async function registerFeatures(app: App, parts: FeatureParts) {
  const { tokens, refreshKey, vaultKeys, passwordMinLength, broker, notifications, backup } = parts
  const passwords = openPasswords({ minLength: passwordMinLength })
  systemRoutes(app)
  await authRoutes(app, { tokens, refreshKey, passwords })
  formTokenRoute(app, refreshKey)
  customerRoutes(app, customerRecords)
  customerScreenRoutes(app)
  customerImportRoutes(app)
  contactRoutes(app)
  contactImportRoutes(app)
  loginRoutes(app, passwords.choose, parts)
  vaultRoutes(app, vaultKeys)
  equipmentRoutes(app)
  ticketEquipmentRoutes(app)
  agreementRoutes(app)
  invoiceBasisRoutes(app)
  portalInvoiceBasisRoutes(app)
  recurringRoutes(app)
  ticketRoutes(app)
  enquiryRoutes(app)
  portalRoutes(app)
  liveRoutes(app, broker)
  app.addHook('onClose', () => notifications.close())
  timeRoutes(app)
  archiveRoutes(app)
  reportRoutes(app)
  userRoutes(app, passwords.choose, parts)
  dashboardRoutes(app)
  menuCountRoutes(app, parts)
  settingsRoutes(app, parts)
  ownSessionRoutes(app)
  backupRoutes(app, backup)
  inboxMailRoutes(app)
  mailboxRoutes(app, parts)
  const { uploadLimits, check, receiver, filesMaxGigabytes: maxGigabytes } = parts
  documentRoutes(app)
  await fileRoutes(app, { ...uploadLimits, check, receiver, maxGigabytes })
}

export type TaskParts = {
  database: Database
  mailer: Mailer
  appUrl: string
  threads: MailThreads
  isSendingMail: boolean
  /** Unset when CLAMD_URL is unset. */
  fileChecks?: { scanner: Scanner; warn: NightlyParts['warn'] } | undefined
  /** Unset when BACKUP_DIR is unset: then there are no nightly backups. */
  nightlyBackup?: Pick<NightlyParts, 'connection' | 'target' | 'warn'> | undefined
}

/** Every background task of the product. */
export const featureTasks = ({ nightlyBackup, fileChecks, ...parts }: TaskParts): Tasks => ({
  ...authTasks(parts),
  ...customerTasks(parts),
  ...ticketTasks(parts),
  ...enquiryTasks(parts),
  ...userTasks(parts),
  ...reportTasks(parts),
  ...settingsTasks(parts),
  ...fileTasks(parts),
  ...quotaTasks(parts),
  ...mailboxTasks(parts),
  ...(fileChecks && checkTasks({ ...parts, ...fileChecks })),
  ...agreementTasks(parts),
  ...invoiceBasisTasks(parts),
  ...recurringTasks(parts),
  ...(nightlyBackup && backupTasks({ ...parts, ...nightlyBackup })),
})

/** The scheduled ones of these tasks. */
export const featureSchedule = ({ nightlyBackup, fileChecks }: TaskParts): Schedule => [
  ...authSchedule,
  ...ticketSchedule,
  ...enquirySchedule,
  ...reportSchedule,
  ...settingsSchedule,
  ...fileSchedule,
  ...quotaSchedule,
  ...mailboxSchedule,
  ...(fileChecks ? checkSchedule : []),
  ...agreementSchedule,
  ...invoiceBasisSchedule,
  ...recurringSchedule,
  ...(nightlyBackup ? backupSchedule : []),
]
