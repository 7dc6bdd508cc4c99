// Pictures of the demo company: attachments of a fault report, and a document that the portal shows.
import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import sharp from 'sharp'
import { splitIntoChunks } from '#features/files/server/chunks.ts'
import { addChunk } from '#features/files/server/files.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { uuidv7 } from '#platform/database/uuid.ts'

const WIDTH = 1200
const HEIGHT = 750

const scene = (background: string, ...shapes: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${background}"/>${shapes.join('')}</svg>`
const box = (x: number, y: number, width: number, height: number, fill: string, radius = 12) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
const dot = (x: number, y: number, radius: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
const cable = (x: number, y: number, toX: number, toY: number) =>
  `<path d="M${x} ${y} C${x} ${y + 90} ${toX} ${toY - 90} ${toX} ${toY}" fill="none" stroke="#5c6b73" stroke-width="8"/>`

// Without text, because a server may have no fonts.
const scenes = {
  /** A window with a warning, over a desktop. */
  dialog: scene(
    '#2d4a63',
    box(300, 200, 600, 340, '#f4f4f2'),
    box(300, 200, 600, 56, '#d9dcdc'),
    dot(380, 350, 38, '#c0392b'),
    box(374, 326, 12, 32, '#ffffff', 4),
    dot(380, 372, 7, '#ffffff'),
    box(450, 322, 380, 18, '#6b7479', 9),
    box(450, 356, 300, 18, '#a5adb0', 9),
    box(720, 460, 140, 44, '#2b6cb0', 8),
  ),
  /** A router on a shelf, with one lamp that is not green. */
  router: scene(
    '#b7a892',
    box(0, 520, WIDTH, 230, '#8a6f4d', 0),
    box(320, 380, 560, 140, '#23282b', 22),
    box(380, 160, 18, 230, '#23282b', 9),
    box(802, 160, 18, 230, '#23282b', 9),
    dot(460, 450, 14, '#4caf50'),
    dot(540, 450, 14, '#4caf50'),
    dot(620, 450, 22, '#ff9800'),
    dot(700, 450, 14, '#3a4145'),
  ),
  /** Router and switch, with the connected devices. */
  map: scene(
    '#f7f7f4',
    cable(600, 170, 600, 330),
    cable(600, 420, 240, 560),
    cable(600, 420, 480, 560),
    cable(600, 420, 720, 560),
    cable(600, 420, 960, 560),
    box(490, 80, 220, 90, '#0f5c4d'),
    box(430, 330, 340, 90, '#2b6cb0'),
    ...[140, 380, 620, 860].map((x) => box(x, 560, 200, 110, '#c98b2b')),
  ),
}

type Parent = { orgId: string; uploadedBy: string | null; createdAt: string } & (
  | { enquiryId: string }
  | { customerId: string; ticketId: string }
  | { customerId: string; shownInPortal: true }
)

/** Adds a picture to each of its parents that the demo has. */
export async function fillDemoPictures(database: Database) {
  const pictures = await Promise.all([
    draw(scenes.dialog, 'Skärmbild.png'),
    draw(scenes.router, 'Routern.jpg'),
    draw(scenes.map, 'Nätverkskarta.png'),
  ])
  await database.as('owner', async (db) => {
    const [dialog, router, map] = pictures
    await store(db, dialog, await ticketTitled(db, '%mejlen%'))
    await store(db, router, await enquiryAbout(db, 'Routern blinkar%'))
    await store(db, map, await busiestCustomer(db))
  })
}

type Picture = Awaited<ReturnType<typeof draw>>

async function draw(svg: string, name: string) {
  const drawn = sharp(Buffer.from(svg)).flatten()
  const isPng = name.endsWith('.png')
  const content = await (isPng ? drawn.png({ palette: true }) : drawn.jpeg({ quality: 82 })).toBuffer()
  const preview = await sharp(content).webp({ quality: 75 }).toBuffer()
  return { name, type: isPng ? 'image/png' : 'image/jpeg', content, preview }
}

async function store(db: Db, { name, type, content, preview }: Picture, parent: Parent | undefined) {
  if (!parent) return
  const { orgId, createdAt, ...attached } = parent
  const [id, variant] = [uuidv7(), `${WIDTH}.webp`]
  await db
    .insertInto('files')
    .values({
      orgId,
      id,
      name,
      type,
      ...attached,
      attachedAt: createdAt,
      state: 'ready',
      variants: [variant],
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest(),
      width: WIDTH,
      height: HEIGHT,
    })
    .execute()
  for (const [of, bytes] of [
    ['original', content],
    [variant, preview],
  ] as const) {
    for (const chunk of splitIntoChunks(bytes)) await addChunk(db, { orgId, id }, { variant: of, ...chunk })
  }
}

const ticketTitled = (db: Kysely<Schema>, title: string) =>
  db
    .selectFrom('tickets')
    .select(['orgId', 'customerId', 'id as ticketId', 'createdBy as uploadedBy', 'createdAt'])
    .where('title', 'like', title)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

const enquiryAbout = (db: Kysely<Schema>, message: string) =>
  db
    .selectFrom('enquiries')
    .select(['orgId', 'id as enquiryId', 'createdAt', sql<null>`null`.as('uploadedBy')])
    .where('message', 'like', message)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The busiest customer with a login, which sees the document in the portal. */
const busiestCustomer = (db: Kysely<Schema>) =>
  db
    .selectFrom('customerTimeSums')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.orgId', '=', 'customerTimeSums.orgId')
        .onRef('customers.id', '=', 'customerTimeSums.customerId'),
    )
    .select([
      'customers.orgId',
      'customers.id as customerId',
      'customers.createdAt',
      'customers.createdBy as uploadedBy',
    ])
    .select(sql<true>`true`.as('shownInPortal'))
    .where('archivedAt', 'is', null)
    .where('createdBy', 'is not', null)
    .where('customers.id', 'in', db.selectFrom('customerUsers').select('customerId'))
    .orderBy('minutes', 'desc')
    .orderBy('customers.id')
    .limit(1)
    .executeTakeFirst()
