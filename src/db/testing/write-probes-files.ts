// The writes that each actor may and may not make to files.
import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

export function fileWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const file = (org: string, by: string) =>
    `insert into files (org_id, id, name, type, uploaded_by) values ('${org}', gen_random_uuid(), 'x', 'image/png', '${by}')`
  const chunk = (of: Organization, id: string) =>
    `insert into file_chunks (org_id, file_id, position, content) values ('${of.id}', '${id}', 1, 'x')`
  const attach = (of: Organization) =>
    `update files set state = 'ready', bytes = 5, sha256 = sha256('x'), is_company = true, attached_at = now()
     where id = '${of.file.receiving}'`
  const removeAll = 'delete from files'
  const place = (of: Organization, name: string, id: string) =>
    `insert into company_pictures (org_id, place, file_id) values ('${of.id}', '${name}', '${id}')`
  const replace = `update company_pictures set place = 'founder'`
  const removePlaces = 'delete from company_pictures'
  const removeChunks = 'delete from file_chunks'
  return [
    ['admin', 'sends a file', file(ours.id, admin), 1],
    ['admin', 'sends a file in another’s name', file(ours.id, technician), refused],
    ['admin', 'sends a file to another organization', file(theirs.id, admin), refused],
    ['technician', 'sends a file', file(ours.id, technician), refused],
    ['customer', 'sends a file', file(ours.id, portalUser), refused],
    ['site', 'sends a file', file(ours.id, admin), refused],
    ['jobs', 'sends a file', file(ours.id, admin), refused],
    ['admin', 'adds to a file that is received', chunk(ours, ours.file.receiving), 1],
    ['admin', 'adds to a file that is ready', chunk(ours, ours.file.company), refused],
    ['technician', 'adds to another’s file', chunk(ours, ours.file.receiving), refused],
    ['admin', 'adds to a file of another organization', chunk(theirs, theirs.file.receiving), refused],
    ['site', 'adds to a file', chunk(ours, ours.file.receiving), refused],
    ['admin', 'changes a chunk', `update file_chunks set content = 'y'`, refused],
    ['admin', 'makes a file the company’s', attach(ours), 1],
    ['admin', 'makes a file of another organization the company’s', attach(theirs), 0],
    ['technician', 'makes another’s file the company’s', attach(ours), 0],
    [
      'admin',
      'changes a file that is ready',
      `update files set type = 'text/html' where id = '${ours.file.company}'`,
      refused,
    ],
    ['admin', 'gives a file to another', `update files set uploaded_by = '${technician}'`, refused],
    ['admin', 'moves a file', `update files set org_id = '${theirs.id}'`, refused],
    [
      'admin',
      'takes a file from the site',
      `update files set is_company = false, attached_at = null where is_company`,
      1,
    ],
    [
      'technician',
      'takes a file from the site',
      `update files set is_company = false, attached_at = null where is_company`,
      0,
    ],
    ['admin', 'replaces what was received', removeChunks, 2],
    ['technician', 'replaces what was received', removeChunks, 0],
    ['site', 'replaces what was received', removeChunks, refused],
    ['admin', 'removes files', removeAll, 3],
    ['technician', 'removes files', removeAll, 0],
    ['customer', 'removes files', removeAll, 0],
    ['site', 'removes files', removeAll, refused],
    ['jobs', 'removes files that nothing was made of', removeAll, 2],
    ['admin', 'shows a picture', place(ours, 'van', ours.file.receiving), 1],
    ['admin', 'shows a picture at another organization', place(theirs, 'van', theirs.file.receiving), refused],
    ['technician', 'shows a picture', place(ours, 'van', ours.file.receiving), refused],
    ['customer', 'shows a picture', place(ours, 'van', ours.file.receiving), refused],
    ['site', 'shows a picture', place(ours, 'van', ours.file.receiving), refused],
    ['jobs', 'shows a picture', place(ours, 'van', ours.file.receiving), refused],
    ['admin', 'changes where pictures are shown', replace, 1],
    ['technician', 'changes where pictures are shown', replace, 0],
    ['admin', 'removes pictures', removePlaces, 1],
    ['technician', 'removes pictures', removePlaces, 0],
    ['customer', 'removes pictures', removePlaces, 0],
    ['site', 'removes pictures', removePlaces, refused],
    ['admin', 'raises the quota', 'update file_usage set quota = 2^40', refused],
    ['owner', 'raises the quota', 'update file_usage set quota = 2^40', 2],
  ]
}
