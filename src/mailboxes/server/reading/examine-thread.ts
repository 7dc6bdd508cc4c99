import { parentPort, workerData } from 'node:worker_threads'
import { examineHere } from './examine-mail.ts'

parentPort?.postMessage(await examineHere(workerData.raw, workerData.receiver))
