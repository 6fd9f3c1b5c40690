-- What a store of version 1 lacks.
ALTER TABLE run ADD COLUMN curves TEXT NOT NULL DEFAULT '[]';
