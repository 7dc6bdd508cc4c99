import { parentPort, workerData } from 'node:worker_threads'
import { examineHere } from './examine-here.ts'
import { parseMail } from './parse-mail.ts'

const { raw, receiver } = workerData
parentPort?.postMessage(
  receiver ? await examineHere(raw, receiver) : { mail: await parseMail(raw), authentication: 'none' },
)
