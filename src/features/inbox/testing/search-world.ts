// Three tickets and two enquiries with something of each kind by which they are found; inserted by SQL, so that triggers alone
// index them.
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Harness } from '#tests/harness/harness.ts'

export type SearchWorld = Awaited<ReturnType<typeof aSearchWorld>>

export async function aSearchWorld(h: Harness) {
  const { id: orgId } = await h.anOrganization()
  const technician = await h.aTechnician({ orgId })
  const insert = async (table: string, row: Record<string, unknown>) => {
    const all = { org_id: orgId, id: uuidv7(), ...row }
    const names = Object.keys(all)
    await h.test.superuser.query(
      `insert into ${table} (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()})`,
      Object.values(all),
    )
    return all.id
  }
  const aFile = (name: string, parent: Record<string, string>) =>
    insert('files', {
      name,
      type: 'application/pdf',
      bytes: 5,
      sha256: Buffer.alloc(32),
      state: 'ready',
      mail_sender: 'known',
      attached_at: new Date(),
      ...parent,
    })

  const bakery = await insert('customers', {
    name: 'Lönnens Bageri AB',
    email: 'info@lonnen.example',
    phone: '018-12 34 56',
  })
  const karin = await insert('customers', { name: 'Karin Öberg', email: 'karin@oberg.example', phone: '073-555 66 77' })
  const anders = await insert('contacts', {
    customer_id: bakery,
    name: 'Anders Andersson',
    email: 'anders.andersson@lonnen.example',
    phone: '08-650 12 34 ankn 12',
    mobile: '070-123 45 67',
  })
  const petra = await insert('contacts', {
    customer_id: bakery,
    name: 'Petra Wikström',
    email: 'petra@xn--rksmrgs-5wao1o.example',
    mobile: '+47 22 12 34 56',
  })
  const printer = await insert('equipment', {
    customer_id: bakery,
    name: 'Kopieringsskrivare',
    model: 'Brother MFC-L8690',
    serial: 'BR-7Q2_91X',
  })

  const skrivaren = await insert('tickets', {
    customer_id: bakery,
    ticket_number: 7001,
    title: 'Skrivaren svarar inte',
    reported_by: anders,
    description: 'Papperskön står still i receptionen',
    folded: 'Hamngatan tolv, Vaktmästeriet',
  })
  const natet = await insert('tickets', {
    customer_id: karin,
    ticket_number: 7002,
    title: 'Gästnätverket är långsamt',
    description: 'Sedan i somras, ring 0480-77 88 99',
    created_at: '2023-05-02',
  })
  const licenserna = await insert('tickets', {
    ...{
      customer_id: bakery,
      ticket_number: 7003,
      title: 'Licenser förnyas',
      description: 'Tre datorer',
      status: 'closed',
    },
  })
  await h.test.superuser.query(
    'insert into ticket_equipment (org_id, customer_id, ticket_id, equipment_id) values ($1, $2, $3, $4)',
    [orgId, bakery, skrivaren, printer],
  )
  const aComment = (ticket_id: string, row: object) =>
    insert('ticket_comments', { customer_id: bakery, ticket_id, ...row })
  await aComment(skrivaren, { comment: 'Kunden var irriterad', user_id: technician.userId, is_internal: true })
  await aComment(skrivaren, {
    ...{
      comment: 'Nu kommer papperet ut',
      contact_id: petra,
      by_customer: true,
      folded: 'Den tredje skrev Bengt: glödlampan',
    },
  })
  await aFile('Offert våren åäö.pdf', { customer_id: bakery, ticket_id: skrivaren })
  await aFile('faktura_4711.pdf', { customer_id: bakery, ticket_id: licenserna })

  const mats = await insert('enquiries', {
    number: 7011,
    kind: 'support',
    name: 'Mats Ljung',
    email: 'mats@ljung.example',
    phone: '0707-65 43 21',
    message: 'Vad kostar en brandvägg?',
  })
  await aFile('ritning_plan2.pdf', { enquiry_id: mats })
  const eva = await insert('enquiries', {
    number: 7012,
    ...{
      kind: 'mail',
      name: 'Eva Klar',
      email: 'eva@klar.example',
      authentication: 'none',
      message: 'Hej\n\nNär kommer ni?',
    },
    folded: 'Förra brevet om stenmuren',
    done_at: new Date(),
  })
  await insert('enquiry_replies', { enquiry_id: eva, author: technician.userId, text: 'Installationen är bokad' })

  return {
    orgId,
    technician,
    insert,
    aFile,
    customers: { bakery, karin },
    contacts: { anders, petra },
    printer,
    tickets: { skrivaren, natet, licenserna },
    enquiries: { mats, eva },
  }
}
