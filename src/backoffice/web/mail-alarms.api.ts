// What keeps mail from coming or going, for the screens of other features.
export { MailAlarms } from './mail-alarms.tsx'
