import { afterEach, expect, test, vi } from 'vitest'
import { operatorCommand, startCommand } from './operator-command.ts'

afterEach(() => vi.unstubAllEnvs())

const written = () => [operatorCommand('login-link', 'a@b.se'), startCommand()]

test('commands are written as a checkout, a service or a container runs them', () => {
  vi.stubEnv('OPERATOR_COMMAND', '')
  vi.stubEnv('OPERATOR_START_COMMAND', '')
  expect(written()).toEqual(['npm run login:link -- a@b.se', 'npm start'])
  vi.stubEnv('OPERATOR_COMMAND', 'stodpunkt')
  expect(written()).toEqual(['stodpunkt login-link a@b.se', 'systemctl start stodpunkt'])
  vi.stubEnv('OPERATOR_START_COMMAND', 'docker compose up -d')
  expect(written()).toEqual(['stodpunkt login-link a@b.se', 'docker compose up -d'])
})
