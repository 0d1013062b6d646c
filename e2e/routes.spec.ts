import { expect, test } from './fixtures.ts'

/** Section 2's routes: none of them asks who is there before it shows its screen. */
for (const [path, title] of [
  ['/', 'Bionic'],
  ['/isolated', 'Chat with Bionic'],
  ['/vacant', 'Neural Entity Matrix'],
  ['/cryptic', 'Restricted Access Zone'],
  ['/archives', 'Restricted Access Zone'],
  ['/chat', 'Chat Agent Interface'],
  ['/realm', 'Neural Realms'],
  ['/join', 'Join Room'],
  ['/social', 'Social Media Agent'],
  ['/control', 'Agent Control Center'],
  ['/swarm', 'Swarm Intelligence Hub'],
  ['/nest', 'Nest control matrix'],
  ['/launch', 'Choose a launch sequence'],
  ['/create', 'Neural Agent Synthesis Protocol'],
  ['/management', 'Neural Asset Control Matrix'],
  ['/settings', 'Settings'],
] as const)
  test(`${path} is served as “${title}”, to everybody`, async ({ request }) => {
    const answer = await request.get(path)
    expect(answer.status()).toBe(200)
    expect(await answer.text()).toContain(`<title>${title}${title === 'Bionic' ? '' : ' · Bionic'}</title>`)
  })
