/** The commands in `bin/`, and what each does. */
export const operatorCommands = {
  backup: 'gör en säkerhetskopia',
  restore: 'läser tillbaka en säkerhetskopia',
  doctor: 'ser efter att allt är som det ska',
  'login-link': 'ger en länk till den som är utelåst',
  'org-create': 'skapar en organisation till',
  'vault-rotate': 'krypterar om den tekniska informationen',
  'db-prepare': 'förbereder en egen PostgreSQL',
} as const

export type OperatorCommand = keyof typeof operatorCommands

/** OPERATOR_COMMAND is set by the unit and by bin/stodpunkt. */
const isInstalled = () => process.env.OPERATOR_COMMAND === 'stodpunkt'

/** How the operator writes a command: that of an installed service, or that of a checkout. */
export function operatorCommand(name: OperatorCommand, args = ''): string {
  if (isInstalled()) return `stodpunkt ${name}${args && ` ${args}`}`
  return `npm run ${name.replace('-', ':')}${args && ` -- ${args}`}`
}

/** How the operator starts the program; a container image sets its own command. */
export const startCommand = () =>
  process.env.OPERATOR_START_COMMAND || (isInstalled() ? 'systemctl start stodpunkt' : 'npm start')
