import MailX from 'lucide-react/icons/mail-x'
import type { ReactNode } from 'react'
import type { AttachedFile } from '#features/files/files.contract.ts'
import { AttachedFiles } from '#features/files/web/attached-files.tsx'
import { readableAddress } from '#shared/email.rules.ts'
import { FoldedText } from '#shared/ui/folded-text.tsx'
import { formatDateTime } from '#shared/ui/format.ts'
import { mentionParts } from '../mentions.rules.ts'
import { Avatar } from './avatar.tsx'

const tones = {
  staff: 'border-line bg-surface',
  customer: 'border-transparent bg-primary-soft',
  internal: 'border-accent bg-accent-soft forced-colors:border-dashed',
}

type Props = {
  /** A name, or the address of somebody without one. */
  author: string
  at: string
  text: string
  tone: keyof typeof tones
  /** Names that are emphasised where they follow '@'. */
  mentions?: readonly string[]
  /** Quotation and signature of the mail that the message came from. */
  folded?: string | null
  files?: readonly AttachedFile[]
  /** Renders a way to view that mail. */
  mail?: ReactNode
  /** The addresses to which mail with the message could not be delivered. */
  undelivered?: readonly string[]
  /** Badges beside the author's name. */
  children?: ReactNode
}

const notReached = (addresses: readonly string[]) =>
  `Kom inte fram till ${new Intl.ListFormat('sv-SE').format(addresses.map(readableAddress))}`

const WithMentions = ({ text, names }: { text: string; names: readonly string[] }) =>
  mentionParts(text, names).map(({ text: part, isMention, at }) =>
    isMention ? (
      <strong key={at} className="font-semibold text-accent-ink">
        {part}
      </strong>
    ) : (
      part
    ),
  )

/** A message of a conversation. The text is rendered as plain text with its line breaks, never as markup. */
export const MessageCard = ({
  author,
  at,
  text,
  tone,
  mentions = [],
  folded = null,
  files = [],
  mail,
  undelivered = [],
  children,
}: Props) => (
  <article className={`rounded-md border p-4 ${tones[tone]}`}>
    <header className="flex items-start gap-3 print:break-after-avoid">
      <Avatar name={author} tone={tone} />
      <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <h3 className="min-w-0 font-semibold">{readableAddress(author)}</h3>
        {children}
        <time dateTime={at} className="text-sm text-ink-soft tabular-nums max-sm:w-full sm:ml-auto">
          {formatDateTime(at)}
        </time>
      </div>
    </header>
    <p className="mt-2 max-w-2xl whitespace-pre-wrap text-md sm:pl-11">
      {mentions.length > 0 ? <WithMentions text={text} names={mentions} /> : text}
    </p>
    {folded !== null && (
      <div className="mt-2 sm:pl-11">
        <FoldedText text={folded} />
      </div>
    )}
    {files.length > 0 && (
      <div className="mt-3 sm:pl-11">
        <AttachedFiles files={files} />
      </div>
    )}
    {undelivered.length > 0 && (
      <p className="mt-3 flex items-start gap-2 text-sm font-semibold text-danger-ink sm:pl-11">
        <MailX aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">{notReached(undelivered)}</span>
      </p>
    )}
    {mail && <div className="mt-2 max-sm:-ml-2 sm:pl-9">{mail}</div>}
  </article>
)
