import { uuidv7 } from '#platform/database/uuid.ts'
import type { IdForm, Line } from './expected-line.ts'
import type { Belongings, Member } from './world.ts'

/** The path and the body of a line's request, with ids of a form. */
export function requestOf({ ids = [], names, sends }: Line, member: Member, form: IdForm) {
  const idOf = (kind: keyof Belongings, index = 0) => {
    switch (form) {
      case 'own':
      case 'sibling':
      case 'foreign':
        return member[form][kind]
      case 'mixed':
        return member[index === 0 ? 'own' : 'sibling'][kind]
      case 'random':
        return uuidv7()
      case 'malformed':
        return 'x'
    }
  }
  const inPath = ids.map((kind, index) => (names ? member.own[kind] : idOf(kind, index)))
  const own = sends && 'customerId' in sends && sends.customerId === 'own' && { customerId: member.own.customer }
  const inBody = names && { [names[0]]: idOf(names[1]) }
  return {
    path: (path: string) => inPath.reduce((rest: string, id) => rest.replace(/:\w+/, id), path),
    body: sends && { ...sends, ...own, ...inBody },
  }
}
