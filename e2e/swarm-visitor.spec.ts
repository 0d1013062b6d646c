import { expect, isTakenOver, test, visit } from './fixtures.ts'
import { stickingOut } from './sticking-out.ts'
import { addAgents, begin, task } from './swarm-form.ts'
import { speakerOf } from './swarm-page.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

// §2.27
test('a visitor’s run lives in the page: one breaks off half-way and is left out, and nothing of it is stored', async ({
  page,
  context,
  model,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  model.choose((body) => {
    const speaker = speakerOf(body)
    if (speaker === 'Lattice') return { name: 'breaks', words: ['Half', ' a', ' thought'] }
    if (speaker === 'Synthesis') return { name: 'words', words: ['Two', ' of', ' them', ' agree.'] }
    return { name: 'words', words: [`${speaker}`, ' has', ' an', ' answer.'] }
  })
  await visit(page, '/swarm')
  await expect(page.getByText('Without a wallet it lives in this page alone.')).toBeVisible()
  await addAgents(page, ['Meridian', 'Lattice', 'Ovid'])
  await task(page).fill('What is light?')
  await begin(page).tap()

  await expect(page.getByRole('heading', { name: 'The run of this page' })).toBeFocused()
  await expect(page.getByText('This run is kept nowhere')).toBeVisible()
  const lane = (name: string) => page.getByRole('listitem', { name, exact: true })
  await expect(page.getByRole('heading', { name: 'Synthesis' })).toBeVisible()
  await expect(page.getByText('Two of them agree.')).toBeVisible()
  await expect(lane('Meridian')).toContainText('Meridian has an answer.')
  await expect(lane('Lattice')).toContainText('Half a thought')
  await expect(lane('Lattice')).toContainText('Left out of the synthesis')
  await expect(page.getByText('Left out: Lattice.')).toBeVisible()
  await expect(page.getByText('Finished', { exact: true })).toBeVisible()
  const synthesis = model.requests.filter(({ body }) => speakerOf(body) === 'Synthesis').at(-1)
  expect(JSON.stringify(synthesis?.body)).toContain('Meridian has an answer.')
  expect(JSON.stringify(synthesis?.body)).not.toContain('Half a thought')

  expect(await stickingOut(page)).toEqual([])
  expect(asked.filter((request) => request.includes('/api/swarm'))).toEqual(
    Array.from({ length: 4 }, () => 'POST /api/swarm/turns'),
  )

  await page.getByRole('button', { name: 'Copy as Markdown' }).tap()
  await expect(page.getByText('The run is copied as Markdown')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('### Lattice · left out of the synthesis\n\nHalf a thought\n\n_Failed._')
  expect(copied).toContain('### Synthesis\n\nTwo of them agree.')

  // It goes on being there while the person looks at another screen of the page, and not after a reload.
  await page.getByRole('link', { name: 'BIONIC' }).first().tap()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page.getByText('Two of them agree.')).toBeVisible()
  await page.reload()
  await isTakenOver(page)
  await expect(page.getByText('Two of them agree.')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Chosen agents' }).getByRole('listitem')).toHaveCount(3)
})

test('a visitor stops one that hangs, takes another out, stops the run and takes it up again', async ({
  page,
  model,
}) => {
  model.choose((body) =>
    speakerOf(body) === 'Synthesis' ? 'words' : { name: 'stalls', words: [speakerOf(body), ' begins'] },
  )
  await visit(page, '/swarm')
  await addAgents(page, ['Meridian', 'Lattice', 'Ovid'])
  await page.getByRole('radio', { name: 'Debate' }).check()
  await task(page).fill('What is light?')
  await begin(page).tap()
  const lane = (name: string) => page.getByRole('listitem', { name, exact: true })
  await expect(lane('Ovid')).toContainText('Ovid begins')
  await expect(page.getByText('One run at a time lives in this page.')).toBeVisible()
  await expect(begin(page)).toHaveAttribute('aria-disabled', 'true')
  await lane('Lattice').getByRole('button', { name: 'Take out Lattice', exact: true }).tap()
  await lane('Lattice').getByRole('button', { name: 'Take out Lattice for good' }).tap()
  await expect(lane('Lattice')).toContainText('Taken out')
  await lane('Meridian').getByRole('button', { name: 'Stop Meridian' }).tap()
  await expect(lane('Meridian')).toContainText('Stopped')
  await page.getByRole('button', { name: 'Stop the run' }).tap()
  await expect(page.getByText('Stopped', { exact: true }).first()).toBeVisible()

  model.choose((body) => ({ name: 'words', words: [speakerOf(body), ' at last.'] }))
  await page.getByRole('button', { name: 'Take it up again' }).tap()
  await expect(lane('Ovid')).toContainText('Ovid at last.')
  await expect(page.getByText('Synthesis at last.')).toBeVisible()
  await expect(lane('Ovid')).toContainText('Ovid begins')
  await expect(lane('Lattice')).not.toContainText('at last')

  await page.getByRole('button', { name: 'Remove', exact: true }).tap()
  await expect(page.getByText('Synthesis at last.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByText('Synthesis at last.')).toBeVisible()
})

test('a lost network interrupts the run of the page, and back on it the run is taken up', async ({
  page,
  model,
}) => {
  await visit(page, '/swarm')
  await addAgents(page, ['Meridian', 'Ovid'])
  await task(page).fill('What is light?')
  model.choose((body) => ({ name: 'words', words: [speakerOf(body), ' answers.'] }))
  await page.route('**/api/swarm/turns', (route) => route.abort('internetdisconnected'))
  await begin(page).tap()
  await expect(page.getByText('Interrupted', { exact: true }).first()).toBeVisible()
  // The first says so while the network of the other is yet to be lost, which must not come back from under it.
  const lane = (name: string) => page.getByRole('listitem', { name, exact: true })
  for (const name of ['Meridian', 'Ovid']) await expect(lane(name)).toContainText('Interrupted')
  await page.unroute('**/api/swarm/turns')
  await page.getByRole('button', { name: 'Take it up again' }).tap()
  for (const name of ['Meridian', 'Ovid']) await expect(lane(name)).toContainText(`${name} answers.`)
  await expect(page.getByText('Synthesis answers.')).toBeVisible()
})
