// What staff write, each time about another ticket or customer.
import { type Asked, pick } from './client.ts'
import type { Data } from './data.ts'

type Write = { name: string; request: (data: Data, random: () => number) => Asked }

const sentence = ({ words }: Data, random: () => number) =>
  `Vi har tittat på ${pick(words, random)} och ${pick(words, random)}, och återkommer om ${pick(words, random)}.`
const commentOn = ({ activeTickets }: Data, random: () => number, body: object): Asked => ({
  method: 'POST',
  path: `/api/tickets/${pick(activeTickets, random)}/comments`,
  body,
})

export const writes: readonly Write[] = [
  { name: 'comment', request: (data, random) => commentOn(data, random, { comment: sentence(data, random) }) },
  {
    name: 'comment with time',
    request: (data, random) =>
      commentOn(data, random, {
        comment: sentence(data, random),
        // A minute each, without clock times: a person's day would otherwise be full after some comments.
        time: { minutes: 1, span: null },
      }),
  },
  {
    name: 'new ticket',
    request: (data, random) => ({
      method: 'POST',
      path: '/api/tickets',
      body: {
        title: `Fel på ${pick(data.wordPairs, random)}`,
        description: sentence(data, random),
        customerId: pick(data.customers, random),
        priority: pick(['low', 'normal', 'high'], random),
      },
    }),
  },
  {
    name: 'new time',
    request: (data, random) => {
      const hour = 7 + Math.floor(random() * 9)
      const clock = (at: number, minutes: string) => `${String(at).padStart(2, '0')}:${minutes}`
      return {
        method: 'POST',
        path: '/api/time',
        body: {
          customerId: pick(data.customers, random),
          workDate: pick(data.days.slice(0, 15), random),
          timeFrom: clock(hour, '00'),
          timeTo: clock(hour + 1, pick(['00', '15', '30'], random)),
          description: sentence(data, random),
        },
      }
    },
  },
]
