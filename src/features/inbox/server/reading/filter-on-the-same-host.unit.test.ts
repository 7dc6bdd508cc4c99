// A filter on the server's own machine, such as amavis on Debian, returns the mail to Postfix and adds a Received of its own.
import { describe, expect, test } from 'vitest'
import { arrived, authenticationOf, DMARC, message, own, received } from '../../testing/authentication-mails.ts'

const time = 'id 6D4B; Tue, 3 Nov 2026 10:40:03 +0100\r\n'
const back = `Received: from localhost (localhost [127.0.0.1])\r\n\tby mx.nordnat.example (Postfix) with ESMTP ${time}`
const amavis = `Received: from mx.nordnat.example ([127.0.0.1])\r\n\tby localhost (mx.nordnat.example [127.0.0.1]) (amavisd-new, port 10024)\r\n\twith ESMTP ${time}`
const scanned = 'X-Virus-Scanned: Debian amavisd-new at mx.nordnat.example\r\n'
const ofAmavis = 'Authentication-Results: mx.nordnat.example (amavisd-new); dkim=none\r\n'
const forged = `${own(DMARC)}${received}`
const evil = received.replace('smtp.kajen.example (smtp.kajen.example', 'HELO (smtp.evil.example')
const helo = (name: string) => evil.replace('HELO', name)

describe('results of the server below headers of its own filter are trusted:', () => {
  test.each([
    ['as Debian sets it up', `${back}${scanned}${ofAmavis}${amavis}${arrived(DMARC)}`],
    ['without results of the filter', `${back}${scanned}${amavis}${arrived(DMARC)}`],
    ['by IPv6', `${back.replace('127.0.0.1', 'IPv6:::1')}${ofAmavis}${amavis}${arrived(DMARC)}`],
    ['authenticated again after the filter', `${own('dkim=none')}${back}${scanned}${amavis}${arrived(DMARC)}`],
  ])('%s', async (_what, raw) => expect(await authenticationOf(raw)).toBe('server'))
})

describe('A-463: results that a sender forged below the server’s are not trusted:', () => {
  test.each([
    ['a Received of the filter', `${own('dmarc=none')}${evil}${amavis}${forged}${message}`],
    ['both Received of the filter', `${own('dmarc=none')}${evil}${back}${ofAmavis}${amavis}${forged}${message}`],
    ['a name that reads as the server', `${own('dmarc=none')}${helo('localhost')}${forged}${message}`],
    ['a name with the address in it', `${own('dmarc=none')}${helo('localhost([127.0.0.1])by')}${forged}${message}`],
    ['below the filter', `${back}${ofAmavis}${amavis}${own('dmarc=none')}${evil}${forged}${message}`],
    ['a failure below the filter', `${back}${ofAmavis}${amavis}${arrived('dmarc=fail header.from=kajen.example')}`],
  ])('%s', async (_what, raw) => expect(await authenticationOf(raw)).toBe('none'))
})
