import { expect, test } from 'vitest'
import { capabilityCatalogue, personalityPresets, presetOf } from './agent-catalogue.ts'
import { newAgentSchema } from './agents.ts'

// §3.22, §3.23
test('section 3: the presets are the five that it names, each with an id and a prompt of its own', () => {
  expect(personalityPresets.map(({ name }) => name)).toEqual([
    'Helpful Expert',
    'Creative Innovator',
    'Analytical Advisor',
    'Supportive Coach',
    'Efficient Assistant',
  ])
  expect(new Set(personalityPresets.map(({ id }) => id)).size).toBe(5)
  expect(new Set(personalityPresets.map(({ prompt }) => prompt)).size).toBe(5)
  for (const { prompt } of personalityPresets) expect(prompt).toMatch(/^You are /)
})

// §3.24, §3.25, §3.26, §3.27, §3.28
test('section 3: the capability catalogue is the five groups of five that it names', () => {
  expect(
    Object.fromEntries(capabilityCatalogue.map(({ name, capabilities }) => [name, capabilities])),
  ).toEqual({
    'Content Creation': [
      'Blog Writing',
      'Technical Writing',
      'Creative Writing',
      'Content Editing',
      'SEO Optimization',
    ],
    'Analysis & Research': [
      'Data Analysis',
      'Market Research',
      'Competitive Analysis',
      'Trend Analysis',
      'Academic Research',
    ],
    'Programming & Development': [
      'Code Review',
      'Debugging',
      'Architecture Design',
      'API Documentation',
      'Testing Strategy',
    ],
    'Business & Strategy': [
      'Business Planning',
      'Strategy Development',
      'Project Management',
      'Risk Assessment',
      'Financial Analysis',
    ],
    'Education & Training': [
      'Course Creation',
      'Tutorial Writing',
      'Learning Assessment',
      'Curriculum Design',
      'Knowledge Testing',
    ],
  })
})

test('an agent can be made of every preset and every capability of the catalogue', () => {
  for (const { prompt } of personalityPresets)
    for (const { capabilities } of capabilityCatalogue)
      expect(
        newAgentSchema.safeParse({
          name: 'Ada',
          description: 'Explains.',
          category: 'neural',
          personality: prompt,
          capabilities,
          knowledgeDomains: ['Mathematics'],
        }).success,
      ).toBe(true)
})

test('a text is a preset only as long as nothing of it was changed', () => {
  for (const preset of personalityPresets) {
    expect(presetOf(` ${preset.prompt}\n`)).toBe(preset)
    expect(presetOf(`${preset.prompt} And brief.`)).toBeUndefined()
  }
  expect(presetOf('')).toBeUndefined()
})
