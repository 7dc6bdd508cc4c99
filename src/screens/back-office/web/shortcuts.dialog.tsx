import { Dialog } from '#shared/ui/dialog.tsx'
import { Link } from '#shared/ui/link.tsx'
import { ACCOUNT } from './menu-items.ts'

/** Keys by where they act. */
const groups: readonly { title: string; keys: readonly (readonly [keys: readonly string[], does: string])[] }[] = [
  {
    title: 'I listor',
    keys: [
      [['j', 'k'], 'Nästa och föregående rad'],
      [['Enter'], 'Öppna raden'],
      [['/'], 'Sök'],
      [['x'], 'Markera ärendet'],
      [['t'], 'Ta de markerade'],
      [['s'], 'Status för de markerade'],
      [['Esc'], 'Avmarkera'],
    ],
  },
  {
    title: 'I ett ärende, och a, t och n i Inkorg',
    keys: [
      [['a'], 'Svara kunden'],
      [['i'], 'Skriv internt'],
      [['t'], 'Bli ansvarig'],
      [['s'], 'Byt status'],
      [['w'], 'Vänta på kund, eller inte längre'],
      [['n'], 'Nästa ärende'],
      [['l'], 'Visa eller fäll ihop listan'],
    ],
  },
  {
    title: 'I svaret',
    keys: [
      [['Ctrl', 'Enter'], 'Skicka'],
      [['Ctrl', 'Skift', 'Enter'], 'Skicka och lös, eller svara och klar'],
      [['Alt', 'Enter'], 'Skicka och vänta'],
      [['#'], 'Hämta ett färdigt svar: # och början av namnet'],
      [['Esc'], 'Lämna textfältet'],
    ],
  },
  {
    title: 'Överallt',
    keys: [
      [['Ctrl', 'K'], 'Sök och välj bland allt'],
      [['F8'], 'Gå till knappen i ett meddelande'],
      [['?'], 'Visa kortkommandona'],
    ],
  },
]

/** All keys of the back office. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Kortkommandon" isOpen onClose={onClose}>
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3 className="mb-2 font-semibold">{title}</h3>
          <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1.5">
            {keys.map(([names, does]) => (
              <div key={does} className="contents">
                <dt className="flex gap-1">
                  {names.map((name) => (
                    <kbd key={name} className="rounded-sm border border-line-strong bg-sunken px-1.5 font-sans text-sm">
                      {name}
                    </kbd>
                  ))}
                </dt>
                <dd className="text-ink-soft">{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
    <p className="mt-5 text-ink-soft">
      Bokstäverna gäller när du inte skriver i ett fält. Du kan stänga av dem under <Link to={ACCOUNT}>Ditt konto</Link>
      .
    </p>
  </Dialog>
)
