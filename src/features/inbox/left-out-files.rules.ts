import { ATTACHED_FILES_MAX, type MailFileOutcome } from '#features/files/files.contract.ts'

/** Why a file of a mail is only in the original: the text for staff, and that for the sender, null when nothing was lost. */
export const leftOutFiles = {
  known_picture: { toStaff: 'Bilden finns redan i ärendet.', toSender: null },
  too_many: {
    toStaff: 'Fler filer än som får plats. Den finns i originalet.',
    toSender: `fler än ${ATTACHED_FILES_MAX} filer i ett mejl`,
  },
  too_large: { toStaff: 'För stor. Den finns i originalet.', toSender: 'för stor' },
  no_room: {
    toStaff: 'Utrymmet för filer från okända avsändare är slut för i dag. Den finns i originalet.',
    toSender: 'fick inte plats i dag',
  },
  empty: { toStaff: 'Filen är tom.', toSender: null },
} as const satisfies Record<Exclude<MailFileOutcome, 'stored'>, { toStaff: string; toSender: string | null }>

/** The text for the sender about a file; null when nothing was lost. */
export const senderNotice = (outcome: MailFileOutcome): string | null =>
  outcome === 'stored' ? null : leftOutFiles[outcome].toSender
