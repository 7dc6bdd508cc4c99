import { createBuilder } from 'vite'
import { markBuilt } from './build-state.ts'

const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()
await markBuilt()
