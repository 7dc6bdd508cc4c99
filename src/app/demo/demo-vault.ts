import { sql } from 'kysely'
import { seal } from '#features/vault/server/envelope.ts'
import type { VaultKeys } from '#features/vault/server/vault-keys.ts'
import type { Database } from '#platform/database/database.ts'

/** Example texts; addresses and numbers are from ranges reserved for documentation and fiction. */
const texts = [
  `NÄTVERK
Fiber in i städskrubben på plan 1. Fastighetsägaren har nyckel.
Router  192.0.2.1   admin / Kantarell-41-Vinter
Switch  192.0.2.2   admin / samma som routern
WiFi    Kontoret / Blåbär&Mjölk7    Gäster / välkommen-in

OPERATÖR
Kundnummer 4471-20935. Felanmälan 070-174 06 05, säg avtalsnumret först.`,
  `SERVER
Namn  SRV01, 198.51.100.10 (fjärrskrivbord bara inifrån eller över VPN)
Konto lokal-admin / Trappsteg!Oktober9
Säkerhetskopia varje natt 01:30 till NAS:en, veckovis till molnet. Återläsning provad 2026-09-14.

NAS
198.51.100.11   drift / 6-Grönsaker-i-Rad

LICENSER
Windows Server 2025 Standard, 16 kärnor. Fakturor ligger hos ekonomi.`,
  `MICROSOFT 365
Administratör  drift@kunden.example, lösenord i förseglat kuvert i kassaskåpet
Reservkonto    reserv@kunden.example / Pärla_Segel_Tunnel_88
Flerfaktor på alla konton. Ny telefon: återställ metoden under Användare, ring personen och bekräfta först.

DOMÄN
Förnyas 1 mars varje år. DNS hos registraren, inlogg via ägaren.`,
  `LARM OCH KAMEROR
Larmkod till kontoret 7731, kvitteras på panelen vid personalingången. Larmcentral 070-174 06 33.
Inspelare  203.0.113.20   operatör / Måsen-Ser-Allt-3
Inspelningen sparas i 14 dagar enligt skylten. Kamera 4 byttes 2026-06-02.

Obs! Slå av larmet före arbete i elcentralen.`,
  `KASSA OCH SKRIVARE
Kassa 1 och 2: starta om genom att hålla in strömknappen i tio sekunder. Dra inte ur kabeln.
Fjärrhjälp  ID 417 220 906, engångskod på skärmen
Etikettskrivare  192.0.2.45, rullar finns i skåpet under disken

RUTINER
Stängt för uppdatering måndagar 06:00–06:30. Meddela butikschefen om det drar ut på tiden.`,
]

/** Encrypts an example for each of the demo company's busiest customers. Does nothing without a key. */
export async function fillDemoVault(database: Database, keys: VaultKeys) {
  const key = await keys.current()
  if (!key) return
  await database.as('owner', async (db) => {
    const { rows: customers } = await sql<{ orgId: string; customerId: string; createdBy: string }>`
      select c.org_id as "orgId", c.id as "customerId",
        (select r.user_id from user_roles r where r.org_id = c.org_id order by r.role, r.user_id limit 1) as "createdBy"
      from customers c join customer_time_sums s on s.org_id = c.org_id and s.customer_id = c.id
      where c.archived_at is null and c.name not in (select full_name from customer_users)
      order by s.minutes desc, c.id limit ${texts.length}`.execute(db)
    const rows = customers.map((customer, index) => {
      const row = { ...customer, version: 1 }
      return { ...row, ...seal(texts[index] ?? '', row, key) }
    })
    await db.insertInto('customerCredentials').values(rows).execute()
  })
}
