// What a JSON schema says of an algorithm's parameters.

type Schema = Record<string, unknown>;

export interface Choice { value: string; about: string }

export interface Field {
  name: string;
  about: string;
  fallback: unknown;
  kind: "number" | "boolean" | "choice" | "json";
  /** Whole numbers only. */
  whole: boolean;
  /** The range, where the schema has one that a person may want to know. */
  range: string;
  /** Whether it may be left out. */
  nullable: boolean;
  choices: Choice[];
  /** Whether values other than the choices are allowed. */
  open: boolean;
}

const SCHEMAS = ["anyOf", "oneOf"] as const;

function listOf(value: unknown): Schema[] {
  return Array.isArray(value) ? (value as Schema[]) : [];
}

/** The schema behind references and "or null", and whether null is allowed. */
function settled(schema: Schema, root: Schema): [Schema, boolean] {
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return settled(((root.$defs as Schema | undefined)?.[name] ?? {}) as Schema, root);
  }
  if (Array.isArray(schema.type) && schema.type.includes("null")) {
    const rest = schema.type.filter((type) => type !== "null");
    return [{ ...schema, type: rest.length === 1 ? rest[0] : rest }, true];
  }
  const ways = listOf(schema.anyOf);
  const rest = ways.filter((way) => way.type !== "null");
  if (rest.length === 1 && rest.length < ways.length) return [settled(rest[0]!, root)[0], true];
  return [schema, false];
}

/** The constants a schema allows, and whether it allows anything else. */
function choicesOf(schema: Schema): [Choice[], boolean] {
  if (Array.isArray(schema.enum)) return [schema.enum.map((value) => ({ value: String(value), about: "" })), false];
  const ways = SCHEMAS.flatMap((key) => listOf(schema[key]));
  const choices = ways
    .filter((way) => typeof way.const === "string")
    .map((way) => ({ value: way.const as string, about: line(way.description) }));
  return [choices, choices.length < ways.length];
}

/** A description on one line, without the marks of links. */
function line(text: unknown): string {
  return typeof text === "string" ? text.replace(/\s+/g, " ").replace(/\[?`([^`]*)`\]?/g, "$1") : "";
}

/** Bounds that come from the parameter itself, not from the width of an integer. */
function rangeOf({ minimum, maximum }: Schema): string {
  const top = typeof maximum === "number" && ![255, 65535].includes(maximum) ? maximum : null;
  const bottom = typeof minimum === "number" && minimum > 0 ? minimum : null;
  if (top !== null) return `${bottom ?? 0} to ${top}`;
  return bottom === null ? "" : `at least ${bottom}`;
}

function kindOf(schema: Schema, choices: Choice[]): Field["kind"] {
  if (choices.length) return "choice";
  if (schema.type === "boolean") return "boolean";
  return schema.type === "number" || schema.type === "integer" ? "number" : "json";
}

/** The parameters of a schema, in its order. */
export function fieldsOf(schema: Schema, defaults: Record<string, unknown>): Field[] {
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, property]) => {
    const [inner, nullable] = settled(property, schema);
    const [choices, open] = choicesOf(inner);
    return {
      name,
      about: line(property.description ?? inner.description),
      fallback: defaults[name] ?? null,
      kind: kindOf(inner, choices),
      whole: inner.type === "integer",
      range: rangeOf(inner),
      nullable,
      choices,
      open,
    };
  });
}
