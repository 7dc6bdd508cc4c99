// The branding of a mail: the company's name, logo and colour.
import type { Db } from '#platform/database/database.ts'
import { LOGO_WIDTH_IN_MAIL } from '#shared/logo.rules.ts'
import { escapeHtml } from '#shared/text.rules.ts'
import { defaultColors } from '#shared/theme-colors.rules.ts'
import { logoOnPlate } from './logo-on-plate.ts'
import { letterHtml } from './mail-html.ts'

/** On a phone 320 pixels wide the logo still has its margins. */
const SHOWN_MAX = { width: 264, height: 48 }

export type MailBranding = {
  name: string
  mainColor: string | null
  logo: { content: Buffer; width: number; height: number } | undefined
}

/** Undefined when the organization no longer exists. */
export async function readMailBranding(db: Db, orgId: string): Promise<MailBranding | undefined> {
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
  // A narrower logo is stored only in its own width.
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

type MailBody = {
  html?: string
  attachments?: { filename: string; content: Buffer; contentType: string; cid: string; contentDisposition: 'inline' }[]
}

/** The same text as HTML under the logo, for nodemailer; no HTML without a logo, as plain text then suffices. */
export function htmlOf(text: string, { name, mainColor, logo }: MailBranding): MailBody {
  if (!logo) return {}
  const scale = Math.min(1, SHOWN_MAX.height / logo.height, SHOWN_MAX.width / logo.width)
  const [width, height] = [logo.width, logo.height].map((length) => Math.max(1, Math.round(length * scale)))
  const shown = `<img src="cid:${LOGO_ID}" alt="${escapeHtml(name)}" width="${width}" height="${height}">`
  const picture = {
    filename: 'logotyp.png',
    content: logoOnPlate(logo.content),
    contentType: 'image/png',
    cid: LOGO_ID,
  }
  return {
    html: letterHtml(text, { logo: shown, linkColor: mainColor ?? defaultColors.mainColor }),
    attachments: [{ ...picture, contentDisposition: 'inline' as const }],
  }
}
