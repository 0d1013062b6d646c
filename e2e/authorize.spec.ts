import { authorizeAddress, CALLBACK, clientId, VERIFIER } from './authorize-address.ts'
import { expect, visit } from './fixtures.ts'
import { test } from './kept-page.ts'
import { stickingOut } from './sticking-out.ts'

/** `/authorize`: a person lets a program use agents in their name, or does not. */

test('a program is let in by the wallet’s signature, gets a token for its code, and is listed in the settings', async ({
  page,
  request,
  wallet,
  signIn,
}) => {
  await page.route(`${CALLBACK}?**`, (route) => route.fulfill({ body: 'Thank you.' }))
  await wallet()
  await visit(page, authorizeAddress())
  const ask = page.getByRole('region', { name: 'Let Notebook use agents as you?' })
  await expect(ask).toContainText('https://notebook.example')
  await expect(ask.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  await signIn()
  await ask.getByRole('button', { name: /^Sign as / }).click()
  await expect(page).toHaveURL(/^https:\/\/notebook\.example\/answers\?code=/)
  const back = new URL(page.url()).searchParams
  expect(back.get('state')).toBe('page 7')

  const form = {
    grant_type: 'authorization_code',
    code: back.get('code') ?? '',
    redirect_uri: CALLBACK,
    client_id: clientId,
    code_verifier: VERIFIER,
  }
  const answer = await request.post('/oauth/token', { form })
  expect(await answer.json()).toMatchObject({
    token_type: 'Bearer',
    access_token: expect.stringMatching(/^bk_/),
  })
  expect(await (await page.request.get('/api/me/keys')).json()).toMatchObject({
    keys: [{ name: 'Notebook' }],
  })
})

test('whoever refuses goes back without a code, and a request that can’t be trusted leads nowhere', async ({
  page,
}) => {
  await page.route(`${CALLBACK}?**`, (route) => route.fulfill({ body: 'A pity.' }))
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, authorizeAddress())
  expect(await stickingOut(page)).toEqual([])
  await page.getByRole('link', { name: 'Refuse' }).click()
  await expect(page).toHaveURL(/error=access_denied.*state=page\+7/)

  await visit(page, authorizeAddress({ redirect_uri: 'https://evil.example/' }))
  await expect(page.getByRole('heading', { name: 'This request can’t be trusted' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('evil.example')
  expect(await stickingOut(page)).toEqual([])

  await visit(page, authorizeAddress({ code_challenge_method: 'plain' }))
  await page.getByRole('link', { name: 'Go back' }).click()
  await expect(page).toHaveURL(/error=invalid_request/)
})
