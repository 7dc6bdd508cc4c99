// Loaded into a product under test with --import: on SIGUSR2 it forces a garbage collection and prints the memory in
// use.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('SIGUSR2', () => {
  collect()
  collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  process.stdout.write(`resident ${rss} heap ${heapUsed + external}\n`)
})
