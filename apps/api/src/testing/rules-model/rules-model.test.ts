/**
 * Checks that the product follows the handbook's rules. Runs random scenarios and compares the product with a model after each
 * step. `MODEL_STEPS` sets the number of steps, and `MODEL_SEED` repeats a run.
 */
import process from 'node:process'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { useTestApp } from '../build-test-app.ts'
import { Product } from './product.ts'
import { Scenario } from './scenario.ts'
import { stepArbitraries } from './steps.ts'
import { Disagreement } from './story.ts'

const steps = Number(process.env.MODEL_STEPS ?? 500)
const seed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Most of these steps are skipped, because they are not possible when they are due. */
const stepsOfScenario = 120
/** Much longer than a step takes, so that a busy machine doesn't fail it. */
const msPerStep = 1_500
/** Limits the search for the shortest failing scenario. */
const shrinkingMs = 90_000

const test = useTestApp({ RATE_LIMIT_FACTOR: '100000' })
const product = new Product(test)

beforeAll(() => product.open())
afterAll(() => product.close())

interface Failure {
  story: string
  reason: string
}

describe('the product and the model of its rules', () => {
  it(
    `agree after each of ${steps} steps (MODEL_SEED=${seed})`,
    async () => {
      console.log(`${steps} steps of the rules model, MODEL_SEED=${seed}`)
      let stepCount = 0
      let failure: Failure | undefined
      let shrinkUntil = Number.POSITIVE_INFINITY

      async function tryScenario(commands: Iterable<fc.AsyncCommand<Scenario, Product>>): Promise<void> {
        const scenario = new Scenario(Date.now())
        await product.reset(scenario.world)
        try {
          await fc.asyncModelRun(() => ({ model: scenario, real: product }), commands)
          await scenario.finish(product)
        } catch (error) {
          if (!failure) shrinkUntil = Date.now() + shrinkingMs
          const reason = error instanceof Disagreement ? error.message : String((error as Error).stack)
          failure = { story: scenario.story.toString(), reason }
          throw error
        } finally {
          stepCount += scenario.stepCount
        }
      }

      const property = fc.asyncProperty(
        fc.commands(stepArbitraries, { maxCommands: stepsOfScenario, size: 'max', disableReplayLog: true }),
        async (commands) => {
          const isEnough = failure ? Date.now() > shrinkUntil : stepCount >= steps
          if (!isEnough) await tryScenario(commands)
        },
      )
      await fc.check(property, { seed, numRuns: steps })
      if (failure) throw new Error(`MODEL_SEED=${seed}\n${failure.story}\nThen: ${failure.reason}.`)
    },
    60_000 + shrinkingMs + steps * msPerStep,
  )
})
