import { component, date, text } from '../field-text.ts'
import { texts } from '../texts.ts'
import { claimProblemSchema, exchangeCountSchema, exchangeSchema, newTrustRuleSchema, trustRuleSchema, type trustRules } from './trust-rules.ts'

export const trustRulesTexts = texts<typeof trustRules>({
  fields: {
    trustRuleId: text('The id of the trust rule.', '01JBW6H9D4F0G6H2J8K3M9N5P1'),
    lifetime: text('The lifetime of the issued tokens, in minutes.', 15, { type: 'integer' }),
    preset: text('The CI system that the issuer belongs to.', 'github'),
    isLearning: text('Whether the rule is learning: it refuses and records every attempt, so that you can see the claims.', false),
    learningUntil: date('When the rule stops recording attempts. Null unless it is learning.'),
    exchanges: text('The most recent attempts, newest first.'),
    outcome: text('What happened to the attempt.', 'mismatch'),
    problems: text('The claims that differ from what the rule expects. Empty if all match.'),
    claim: text('The name of the claim.', 'environment'),
    expected: text('The expected value.', 'production'),
    received: text('The received value. Null if the claim is missing.', 'staging'),
    counts: text('Attempts that are counted but not listed, because their content cannot be trusted.'),
    lastAt: date('When the most recent attempt happened.'),
    detail: text('Why the issuer was unavailable, for the most recent attempt. Null for other reasons.', 'The issuer answered 503.'),
  },
  components: [
    component(trustRuleSchema, 'TrustRule', 'A rule that allows certain pipelines to act as a service account.', {
      claims: text('The claims that the identity token must have. A list matches any of its values. Empty while learning.', {
        repository_id: '702461883',
        environment: ['staging', 'production'],
      }),
    }),
    component(newTrustRuleSchema, 'NewTrustRule', 'A trust rule to create.', {
      name: text('The name: 1 to 100 characters.', 'Deploys of the shop'),
      claims: text('The claims that the identity token must have, at most 20. A list matches any of its values. Required unless the rule is learning.', {
        repository_id: '702461883',
        repository_owner_id: '9919',
        environment: ['staging', 'production'],
      }),
      lifetime: text('The lifetime of the issued tokens, in minutes. The default is 15.', 15),
    }),
    component(exchangeSchema, 'Exchange', 'An attempt to exchange an identity token.', {
      trustRule: text('The rule that was applied, or the closest one. Null if there is none.'),
      claims: text('The claims of the identity token.', {
        repository_id: '702461883',
        environment: 'staging',
      }),
      count: text('How many attempts were made with the same token. The other fields describe the last one.', 1),
    }),
    component(claimProblemSchema, 'ClaimProblem', 'A claim that differs from what the rule expects.'),
    component(exchangeCountSchema, 'ExchangeCount', 'A number of attempts that are counted but not listed.', {
      reason: text('Why the attempts were refused.', 'badSignature'),
    }),
  ],
})
