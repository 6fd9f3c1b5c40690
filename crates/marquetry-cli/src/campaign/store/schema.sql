-- Runs are added and never changed; the same job is there once, and once more if it failed before.
CREATE TABLE puzzle (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    perfect INTEGER NOT NULL,
    text TEXT
) WITHOUT ROWID;

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    job TEXT NOT NULL,
    puzzle TEXT NOT NULL REFERENCES puzzle (id),
    algorithm TEXT NOT NULL,
    parameters TEXT NOT NULL,
    seed INTEGER NOT NULL,
    threads INTEGER NOT NULL,
    evaluation_limit INTEGER,
    time_limit_s REAL,
    target INTEGER,
    version TEXT NOT NULL,
    machine TEXT,
    compiler TEXT,
    started INTEGER,
    cpu_s REAL,
    wall_s REAL NOT NULL,
    work INTEGER NOT NULL,
    evaluations INTEGER NOT NULL,
    score INTEGER NOT NULL,
    conclusion TEXT NOT NULL,
    signature TEXT NOT NULL,
    judged INTEGER NOT NULL,
    error TEXT,
    counts TEXT NOT NULL,
    board TEXT,
    curves TEXT NOT NULL DEFAULT '[]'
);
CREATE UNIQUE INDEX run_job ON run (job, conclusion = 'failed');

CREATE TABLE trace (
    run INTEGER NOT NULL REFERENCES run (id),
    place INTEGER NOT NULL,
    time_s REAL NOT NULL,
    work INTEGER NOT NULL,
    score INTEGER NOT NULL,
    PRIMARY KEY (run, place)
) WITHOUT ROWID;

CREATE TRIGGER run_kept BEFORE UPDATE ON run BEGIN SELECT RAISE (ABORT, 'runs are never changed'); END;
CREATE TRIGGER run_stays BEFORE DELETE ON run BEGIN SELECT RAISE (ABORT, 'runs are never removed'); END;
CREATE TRIGGER trace_kept BEFORE UPDATE ON trace BEGIN SELECT RAISE (ABORT, 'runs are never changed'); END;
CREATE TRIGGER trace_stays BEFORE DELETE ON trace BEGIN SELECT RAISE (ABORT, 'runs are never removed'); END;
