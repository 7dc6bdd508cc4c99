// The look of a mail: the company's name, its logo and its colour.
import type { Db } from '#db/database.ts'
import { LOGO_WIDTH_IN_MAIL } from '../logo.rules.ts'
import { escapeHtml } from '../text.rules.ts'
import { defaultColors, ink, mark } from '../theme-colors.rules.ts'

const SHOWN_HEIGHT_MAX = 48

export type MailLook = {
  name: string
  mainColor: string | null
  logo: { content: Buffer; width: number; height: number } | undefined
}

/** Undefined when the organization no longer exists. */
export async function readMailLook(db: Db, orgId: string): Promise<MailLook | undefined> {
  const found = await db
    .selectFrom('organizations')
    .leftJoin('companyFacts', 'companyFacts.orgId', 'organizations.id')
    .leftJoin('companyPictures', (join) =>
      join.onRef('companyPictures.orgId', '=', 'organizations.id').on('place', '=', 'logo'),
    )
    .leftJoin('files', (join) =>
      join.onRef('files.orgId', '=', 'companyPictures.orgId').onRef('files.id', '=', 'companyPictures.fileId'),
    )
    .select(['organizations.name', 'mainColor', 'files.id as logoId', 'width', 'height', 'variants'])
    .where('organizations.id', '=', orgId)
    .executeTakeFirst()
  if (!found) return undefined
  const { name, mainColor, logoId, width, height, variants } = found
  if (!logoId || !width || !height) return { name, mainColor, logo: undefined }
  // A smaller logo has its own width only.
  const inMail = `${LOGO_WIDTH_IN_MAIL}.png`
  const chunks = await db
    .selectFrom('fileChunks')
    .select('content')
    .where('orgId', '=', orgId)
    .where('fileId', '=', logoId)
    .where('variant', '=', variants?.includes(inMail) ? inMail : 'original')
    .orderBy('position')
    .execute()
  return { name, mainColor, logo: { content: Buffer.concat(chunks.map(({ content }) => content)), width, height } }
}

const LOGO_ID = 'logo@mail'
const FONT = "16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"

type MailBody = {
  html?: string
  attachments?: { filename: string; content: Buffer; contentType: string; cid: string; contentDisposition: 'inline' }[]
}

/** The same text as HTML under the logo, for nodemailer; nothing without a logo, as the text alone says it all. */
export function htmlOf(text: string, { name, mainColor, logo }: MailLook): MailBody {
  if (!logo) return {}
  const height = Math.min(SHOWN_HEIGHT_MAX, logo.height)
  const width = Math.round((logo.width * height) / logo.height)
  const paragraphs = text.trim().split(/\n{2,}/)
  const html = [
    '<!doctype html><html lang="sv"><head><meta charset="utf-8"><meta name="color-scheme" content="light"></head>',
    `<body style="margin:0;padding:24px;background:${mark.paper};color:${ink};font:${FONT}">`,
    `<p style="margin:0 0 24px"><img src="cid:${LOGO_ID}" alt="${escapeHtml(name)}" width="${width}" height="${height}"></p>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${linesOf(paragraph, mainColor)}</p>`),
    '</body></html>',
  ].join('\n')
  const picture = { filename: 'logotyp.png', content: logo.content, contentType: 'image/png', cid: LOGO_ID }
  return { html, attachments: [{ ...picture, contentDisposition: 'inline' as const }] }
}

const linesOf = (paragraph: string, color: string | null) =>
  paragraph
    .split('\n')
    .map((line) => withLinks(line, color))
    .join('<br>\n')

/** Addresses become links; everything else is text. */
const withLinks = (line: string, color: string | null) =>
  line
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?)])/)
    .map((part, at) => {
      const text = escapeHtml(part)
      return at % 2 === 1 ? `<a href="${text}" style="color:${color ?? defaultColors.mainColor}">${text}</a>` : text
    })
    .join('')
